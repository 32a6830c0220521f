//! What can be said on the command line.

use crate::options::MAX_THREADS;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use kerosene_map::Game;
use std::path::PathBuf;

/// Options of the map compiler.
#[derive(Debug, Clone, Args)]
#[command(
    about = "Compile a map: brushes to a BSP tree (.kbsp), portals (.kprt), and every hole (.kleak, .pts) where it leaks",
    long_about = "Compile a map: brushes to a BSP tree.\n\n\
        Reads a .kmap, a .map of Quake, Quake 2, Quake 3 or Half-Life, or a Hammer .vmf with its instances, and\n\
        writes beside it, or where -o says:\n  \
        NAME.kbsp   the compiled map\n  \
        NAME.kprt   the portals between clusters, for the visibility compile (sealed maps)\n  \
        NAME.kleak  every hole: size, place, brushes around it, a line to it (leaking maps)\n  \
        NAME.pts    the line through the largest hole as TrenchBroom loads it; NAME.2.pts and so on for the others\n\n\
        What an earlier compile wrote of a leak is removed once the map is sealed.\n\n\
        A leaking map is written too, so that it can be walked; the exit code is then 1 unless --ignore-leaks.",
    after_help = "Exit codes: 0 compiled; 1 errors or a leak; 2 wrong usage.\n\n\
        Examples:\n  \
        kerosene-tools cleave maps/e1m1.map\n  \
        kerosene-tools cleave maps/e1m1.map -o game/maps/e1m1.kbsp -v\n  \
        kerosene-tools cleave maps/test.kmap --dry-run --json\n  \
        kerosene-tools cleave maps/e1m1.map --patch patch.map; kerosene-tools cleave maps/e1m1.map --with patch.map"
)]
pub struct CleaveArgs {
    /// The map to compile: .kmap, .map or .vmf
    pub map: PathBuf,
    /// The file to write [default: the map's name with .kbsp]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Treat a leak as a warning: exit with 0
    #[arg(long)]
    pub ignore_leaks: bool,
    /// Where the map leaks, write brushes that close every hole to this .map or .kmap, for merging into the map
    #[arg(long, value_name = "FILE")]
    pub patch: Option<PathBuf>,
    /// Compile the world brushes of this map too, such as what --patch wrote
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Keep the outside even when the map is sealed
    #[arg(long)]
    pub no_fill: bool,
    /// Keep to the box between two corners, six numbers in quotes: what is outside is left out, and the box gets walls
    #[arg(long, value_name = "X Y Z X Y Z", conflicts_with = "no_cordon", allow_hyphen_values = true, value_parser = corners)]
    pub cordon: Option<[[f64; 3]; 2]>,
    /// Compile the whole map, whatever cordons are active in it
    #[arg(long)]
    pub no_cordon: bool,
    /// Leave faces as the brushes cut them instead of joining those of equal texturing
    #[arg(long)]
    pub no_merge: bool,
    /// Compress the lumps of the compiled map
    #[arg(long)]
    pub compress: bool,
    /// Hold the compiled map to the compiler's invariants: no cracks, portals where they say, areas that meet
    /// in area portals alone, bevels that repeat no side, floors that join, and solid exactly where the brushes are, at
    /// 100,000 random points
    #[arg(long)]
    pub check: bool,
    /// Compile and report, but write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Threads to use, up to 256; the output does not depend on it. A map below 512 KiB gets one [default: one per core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = thread_count())]
    pub threads: usize,
    /// Table that maps class names and keys of another game [default: the built-in one of its game]
    #[arg(long, value_name = "FILE", conflicts_with = "no_classes")]
    pub classes: Option<PathBuf>,
    /// Keep class names and keys as the map has them
    #[arg(long)]
    pub no_classes: bool,
    /// The game that a .map was made for: quake, quake2, quake3, half-life, source, kerosene [default: guessed from
    /// what is in it, and told]
    #[arg(long, value_name = "GAME")]
    pub game: Option<Game>,
    /// An archive of textures of Quake or Half-Life, for their sizes; those that the map names are looked for beside it
    #[arg(long, value_name = "FILE")]
    pub wad: Vec<PathBuf>,
    /// A folder of another game, for sizes of textures and what their surfaces are: .wal, .vmt and .vtf, shader scripts
    #[arg(long, value_name = "DIR")]
    pub textures: Vec<PathBuf>,
    /// How far, in units, the triangles of a curved patch may be from it
    #[arg(long, value_name = "UNITS", default_value_t = 1.0)]
    pub patch_tolerance: f64,
    /// Print diagnostics and statistics as lines of JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// Print notes as well as warnings, and statistics: counts, time per stage, peak memory
    #[arg(short, long)]
    pub verbose: bool,
    /// Print nothing but diagnostics
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
}

fn thread_count() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=MAX_THREADS as u64)
}

/// Two opposite corners of a box that is not flat.
fn corners(text: &str) -> Result<[[f64; 3]; 2], String> {
    let numbers: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()));
    let Some(&[ax, ay, az, bx, by, bz]) = numbers.as_deref() else {
        return Err("expected six numbers in quotes, opposite corners of a box: \"-64 -64 0 512 512 256\"".to_owned());
    };
    let (a, b) = ([ax, ay, az], [bx, by, bz]);
    if a.iter().zip(&b).any(|(a, b)| a == b) {
        return Err("the box is flat: the corners must differ in x, y and z".to_owned());
    }
    Ok([a, b])
}
