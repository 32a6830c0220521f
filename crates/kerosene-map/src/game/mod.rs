//! Which game a map belongs to, and what of the map follows from it.
//!
//! Every game since Quake writes nearly the same text and means something else by it: a surface flag of 4 is the sky in
//! Quake 2 and nothing at all in Quake 3, whose editor leaves old numbers standing; the same class name wires
//! differently. A person can say which game it is. Where nobody does, signs are counted: what the editor wrote into
//! the head of the file, kinds of brushes, class names, keys of the world, names of textures. The reasons are told with
//! the result, so that a wrong guess is seen and put right.

mod signs;

use crate::import::{Imported, MapFormat};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::{Diagnostics, codes};
use signs::Tally;
use std::fmt;
use std::str::FromStr;

/// A game, or a family of games, whose maps mean the same things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// Quake, Hexen 2 and what is built on them.
    Quake,
    /// Quake 2 and its heirs, whose sides carry flags.
    Quake2,
    /// Quake 3 and its heirs, whose shaders carry the flags.
    Quake3,
    /// Half-Life and its mods.
    HalfLife,
    /// Source.
    Source,
    /// Our own.
    Kerosene,
}

impl Game {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Quake, Self::Quake2, Self::Quake3, Self::HalfLife, Self::Source, Self::Kerosene];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quake => "Quake",
            Self::Quake2 => "Quake 2",
            Self::Quake3 => "Quake 3",
            Self::HalfLife => "Half-Life",
            Self::Source => "Source",
            Self::Kerosene => "Kerosene",
        }
    }

    /// The name on a command line, which [`FromStr`] reads.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Quake => "quake",
            Self::Quake2 => "quake2",
            Self::Quake3 => "quake3",
            Self::HalfLife => "half-life",
            Self::Source => "source",
            Self::Kerosene => "kerosene",
        }
    }

    /// Whether the numbers at the end of a side mean what they mean in Quake 2.
    const fn has_flags(self) -> bool {
        matches!(self, Self::Quake2 | Self::Kerosene)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no game: expected quake, quake2, quake3, half-life, source or kerosene")]
pub struct UnknownGame(String);

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        let wanted = text.trim().to_ascii_lowercase();
        Self::ALL.into_iter().find(|game| game.key() == wanted).ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

/// The game that a map seems to belong to, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuessedGame {
    /// The game.
    pub game: Game,
    /// What speaks for it, the strongest first; empty where nothing does and it is Quake by custom.
    pub signs: Vec<String>,
}

/// Guesses the game that a map belongs to.
///
/// # Examples
///
/// ```
/// use kerosene_map::{Game, guess_game, read_map};
///
/// let text = b"// Game: Quake 2\n{ \"classname\" \"worldspawn\" \"sky\" \"unit1_\" }";
/// let guessed = guess_game(&read_map("a.map", text, &Default::default())?);
/// assert_eq!(guessed.game, Game::Quake2);
/// assert_eq!(guessed.signs[0], "the file says `Game: Quake 2`");
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn guess_game(imported: &Imported) -> GuessedGame {
    if let Some(game) = imported.format.game() {
        return GuessedGame { game, signs: vec![format!("it is a {} file", imported.format.name())] };
    }
    let mut tally = Tally::default();
    tally.look_at(imported);
    tally.winner()
}

/// Decides which game a map belongs to, and takes away what means nothing in it.
///
/// The game is `chosen`, or the one that [`guess_game`] finds. In a game whose sides have no flags the numbers there
/// are what an editor left behind; all but the detail bit, which Quake 3's heirs use, become 0. Returns the game and
/// what was taken away.
///
/// # Examples
///
/// ```
/// use kerosene_map::{Game, read_map, settle_game};
///
/// let side = "( 0 0 8 ) ( 0 8 8 ) ( 8 8 8 ) common/caulk 0 0 0 1 1 134217728 4 0";
/// let text = format!("{{ \"classname\" \"worldspawn\" {{ {side} }} }}");
/// let mut imported = read_map("a.map", text.as_bytes(), &Default::default())?;
/// let (game, told) = settle_game(&mut imported, None);
/// assert_eq!(game, Game::Quake3);
/// let brush = &imported.map.entities[0].brushes[0];
/// assert!(brush.detail && brush.sides[0].surface_flags == 0);
/// assert!(told.iter().any(|told| told.code == kerosene_diagnostics::codes::FLAGS_DROPPED));
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn settle_game(imported: &mut Imported, chosen: Option<Game>) -> (Game, Diagnostics) {
    let mut reporter = Reporter::new(&imported.map.source);
    let game = chosen.unwrap_or_else(|| {
        let guessed = guess_game(imported);
        if imported.format == MapFormat::QuakeMap {
            report_guess(&guessed, &mut reporter);
        }
        guessed.game
    });
    if !game.has_flags() {
        drop_flags(imported, game, &mut reporter);
    }
    (game, reporter.finish())
}

fn report_guess(guessed: &GuessedGame, reporter: &mut Reporter) {
    let why = match guessed.signs.as_slice() {
        [] => "nothing speaks for another".to_owned(),
        signs => signs.join("; "),
    };
    let message = format!("taken for a map of {}: {why}", guessed.game);
    reporter.report_with_fix(
        codes::GAME_GUESSED,
        Place::default(),
        message,
        "name its game with --game if this is wrong",
    );
}

/// Quake 2's detail bit, the one flag that other games' compilers read.
const DETAIL: u32 = crate::quake::QUAKE_DETAIL;

fn drop_flags(imported: &mut Imported, game: Game, reporter: &mut Reporter) {
    let mut first: Option<Place> = None;
    let mut count = 0_usize;
    let mut note = |place: Place| {
        first.get_or_insert(place);
        count += 1;
    };
    for entity in &mut imported.map.entities {
        for brush in &mut entity.brushes {
            let brush_id = brush.id;
            for side in &mut brush.sides {
                if side.surface_flags != 0 || side.value != 0.0 || side.content_flags & !DETAIL != 0 {
                    note(Place { brush: Some(brush_id), side: Some(side.id), ..Place::line(side.line) });
                }
                side.content_flags &= DETAIL;
                (side.surface_flags, side.value) = (0, 0.0);
            }
        }
        for mesh in &mut entity.meshes {
            if mesh.surface_flags != 0 || mesh.content_flags & !DETAIL != 0 {
                note(Place { brush: Some(mesh.id), ..Place::line(mesh.line) });
            }
            mesh.content_flags &= DETAIL;
            mesh.surface_flags = 0;
        }
    }
    let Some(first) = first else { return };
    let message =
        format!("{count} sides and patches have flags that mean nothing in {game}; they are dropped, the first here");
    reporter.report(codes::FLAGS_DROPPED, first, message);
}
