//! The command line: dashed options for the program, `+` words for the console.

use super::window_arguments::WindowArguments;
use clap::Parser;
use kerosene_console::from_command_line;
use std::{
    ffi::OsString,
    num::NonZeroU64,
    path::{Path, PathBuf},
};

/// Help that follows the list of options.
const AFTER_HELP: &str = "\
Console words:
  +COMMAND [ARGUMENTS]   run a console command once everything is set up: +map e1m1
  +CONVAR VALUE          set a console variable: +sv_gravity 400
  Words up to the next +word or --option belong to it; they run in the order given.
  What follows a +wait N runs N ticks later: +map e1m1 +wait 64 +save one. Answers go to the error stream
  A map may also be named by its file in a folder called maps: +map game/maps/e1m1.kbsp

Window (unless --headless is given):
  -w N, -h N             its width and height in pixels
  -fullscreen, -windowed cover the screen, or not
  -nomenu                begin in the level, not in the menu
  Where no display is there (no DISPLAY, no WAYLAND_DISPLAY), the level is walked without one

Exit status:
  0    the run ended well
  1    a player was inside solid at the end of a tick; a demo did not go as it was recorded (--verify)
  2    the command line was not understood
  3    the content or the map or the demo could not be loaded
  4    there is no GPU, or the display gives no window
  101  the program crashed; crash.log in the player directory says more

Examples:
  kerosene                                          play: the menu, and the built-in room behind it
  kerosene -nomenu -w 1920 -h 1080 +map e1m1        play e1m1 in a window of that size
  kerosene --headless 640 --content game +map e1m1  walk game/maps/e1m1.kbsp for 640 ticks
  kerosene --headless --vault game.vault +map e1m1  the same from an archive
  kerosene --headless 6400 --players 4 --seed 7 +sv_tickrate 128 +map e1m1
  kerosene --headless --playdemo run.kdem --verify  play a demo and hold every tick to its hash
  kerosene --headless 640 --json +map e1m1          the report as JSON";

/// What the dashed options say.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(name = "kerosene", version, about = "Runs a level of the Kerosene engine", after_help = AFTER_HELP)]
pub(crate) struct Options {
    /// Folder of content; repeat it to stack several, the first one nearest
    #[arg(long, value_name = "DIR")]
    pub(crate) content: Vec<PathBuf>,
    /// Archive of content, below the folders; repeat it to stack several. Archives in a content folder need not be named
    #[arg(long, value_name = "FILE")]
    pub(crate) vault: Vec<PathBuf>,
    /// Run N ticks without a window and print a report; 640 where none are given
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "640")]
    pub(crate) headless: Option<NonZeroU64>,
    /// Play a demo from its beginning to its end instead of walking
    #[arg(long, value_name = "FILE")]
    pub(crate) playdemo: Option<PathBuf>,
    /// Fail where the demo does not go as it was recorded; says at which tick
    #[arg(long, requires = "playdemo")]
    pub(crate) verify: bool,
    /// Seed of the walkers that stand in for players
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of players, 1 to 64
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) players: u32,
    /// Keep the player's files beside the program instead of in the user's folder
    #[arg(long)]
    pub(crate) portable: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A command line, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// The dashed options.
    pub(crate) options: Options,
    /// What the window's options say.
    pub(crate) window: WindowArguments,
    /// Text for the console: the `+` words, one command a line.
    pub(crate) console: String,
    /// The compiled map that a `+map` names by its path on disk.
    pub(crate) opened_map: Option<PathBuf>,
}

impl Arguments {
    /// Takes a command line apart; the first word is the program's name.
    ///
    /// # Errors
    /// An unknown option or a bad value, as clap tells it; also `--help` and `--version`, which clap prints.
    pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut words = words.into_iter().map(|word| word.to_string_lossy().into_owned());
        let program = words.next().unwrap_or_default();
        let mut words: Vec<String> = words.collect();
        let window = WindowArguments::take(&mut words);
        let opened = opened_map(&words);
        if let Some((at, _, name)) = &opened {
            words[*at].clone_from(name);
        }
        let opened_map = opened.map(|(_, path, _)| path);
        let line = from_command_line(words);
        let options = Options::try_parse_from(std::iter::once(program).chain(line.rest))?;
        Ok(Self { options, window, console: line.text, opened_map })
    }
}

/// The file on disk that `+map` is given, if it is one in a folder of maps: which word it is, its full path, and
/// the map's name.
fn opened_map(words: &[String]) -> Option<(usize, PathBuf, String)> {
    let at = words.iter().position(|word| word == "+map")? + 1;
    let path = std::path::absolute(words.get(at)?).ok().filter(|path| path.is_file())?;
    let name = map_name(&path)?;
    Some((at, path, name))
}

/// The name of a map from a path such as `game/maps/e1m1.kbsp`.
fn map_name(path: &Path) -> Option<String> {
    let in_maps = path.parent()?.file_name()?.eq_ignore_ascii_case("maps");
    let compiled = path.extension()?.eq_ignore_ascii_case("kbsp");
    (in_maps && compiled).then(|| path.file_stem()?.to_str().map(str::to_owned)).flatten()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    fn parse(words: &[&str]) -> Result<Arguments, clap::Error> {
        Arguments::parse(std::iter::once("kerosene").chain(words.iter().copied()).map(OsString::from))
    }

    #[test]
    fn plus_words_go_to_the_console_and_dashes_to_the_program() {
        let arguments = parse(&["+sv_gravity", "-5", "--headless", "9", "+map", "a b", "--json"]).unwrap();
        assert_eq!(arguments.console, "\"sv_gravity\" \"-5\"\n\"map\" \"a b\"\n");
        assert_eq!(arguments.options.headless, NonZeroU64::new(9));
        assert!(arguments.options.json);
    }

    #[test]
    fn a_map_may_be_named_by_its_file() {
        let around = tempfile::tempdir().unwrap();
        let maps = around.path().join("game/maps");
        std::fs::create_dir_all(&maps).unwrap();
        let file = maps.join("e1m1.kbsp");
        std::fs::write(&file, "").unwrap();
        let arguments = parse(&["+map", &file.display().to_string()]).unwrap();
        assert_eq!((arguments.console.as_str(), arguments.opened_map), ("\"map\" \"e1m1\"\n", Some(file)));
        assert_eq!(parse(&["+map", "e1m1"]).unwrap().opened_map, None);
    }

    #[test]
    fn options_have_their_defaults() {
        let options = parse(&[]).unwrap().options;
        assert_eq!((options.seed, options.players, options.headless), (1, 1, None));
        assert!(!options.json && !options.portable && options.content.is_empty());
    }

    #[test]
    fn content_stacks_in_order() {
        let options = parse(&["--content", "a", "--content", "b"]).unwrap().options;
        assert_eq!(options.content, [PathBuf::from("a"), PathBuf::from("b")]);
    }

    #[test]
    fn bad_values_and_unknown_options_are_refused() {
        for words in [&["--verify"][..], &["--headless", "0"], &["--players", "65"], &["--frobnicate"], &["e1m1"]] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
