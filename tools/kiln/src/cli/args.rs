//! What the command line takes.

use clap::Args;
use glob::Pattern;
use std::path::PathBuf;

/// Options of the build driver.
#[derive(Debug, Clone, Args)]
#[command(
    about = "Build a project: textures, materials, models, sounds, maps and the archive, only what changed",
    long_about = "Build a project: what lies in art/, sound/ and maps/ becomes the game's content, and all of it one archive.\n\n\
        Only what changed is built. A result is kept as long as every file that it was made of, its options and the version of \
        its tool are the same; times of files do not count. Results are also kept in a folder that clones and projects share \
        (--cache), so that what was built anywhere is not built again.\n\n\
        Options of one source stand in NAME.kcfg beside it, those of a folder in folder.kcfg:\n  \
        texture { \"as\" \"ui\" }",
    after_help = "Exit codes: 0 everything is built; 1 something failed; 2 wrong usage.\n\n\
        Examples:\n  \
        kerosene-tools kiln\n  \
        kerosene-tools kiln --dry-run\n  \
        kerosene-tools kiln --only 'maps/*' --ignore-leaks\n  \
        kerosene-tools kiln --watch --fast\n  \
        kerosene-tools kiln --ship ../ruins-1.0\n  \
        kerosene-tools kiln --prune 2G"
)]
pub struct KilnArgs {
    /// The content folder [default: found from the current directory]
    #[arg(long, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// Build only what a pattern fits (* ? [] **; without a slash, the file's own name), and no archive; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub only: Vec<Pattern>,
    /// Stages at once [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Build everything anew, whatever is there
    #[arg(long)]
    pub force: bool,
    /// Speed before quality
    #[arg(long)]
    pub fast: bool,
    /// A map that leaks is no failure
    #[arg(long)]
    pub ignore_leaks: bool,
    /// Say what would be built and why, and build nothing; exit code 1 where something would
    #[arg(long, conflicts_with_all = ["clean", "watch", "ship"])]
    pub dry_run: bool,
    /// Build again whenever something changes
    #[arg(long, conflicts_with_all = ["clean", "ship"])]
    pub watch: bool,
    /// Remove what was built: exactly the files that were made here and not changed since
    #[arg(long, conflicts_with_all = ["only", "force", "fast", "ship"])]
    pub clean: bool,
    /// Build, and copy what a player needs into a folder: program, archives, licences
    #[arg(long, value_name = "DIR", conflicts_with = "only")]
    pub ship: Option<PathBuf>,
    /// Pack no archive
    #[arg(long, conflicts_with = "ship")]
    pub no_pack: bool,
    /// The folder of results that builds share [default: KEROSENE_CACHE, else kerosene/kiln in the user's folder of caches]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Neither use nor keep shared results
    #[arg(long, conflicts_with = "cache")]
    pub no_cache: bool,
    /// Only make the folder of shared results smaller, by what was used longest ago: 500M, 2G
    #[arg(long, value_name = "SIZE", num_args = 0..=1, default_missing_value = "4G", value_parser = size)]
    pub prune: Option<u64>,
    /// Print a JSON object for each step, diagnostics as lines of JSON, and a summary
    #[arg(long)]
    pub json: bool,
    /// Print each step and its reason
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Print nothing but diagnostics
    #[arg(short, long)]
    pub quiet: bool,
}

/// A number of bytes: digits, and K, M, G or T for powers of 1,024.
fn size(text: &str) -> Result<u64, String> {
    let text = text.trim().trim_end_matches(['B', 'b']).trim_end_matches('i');
    let (digits, unit) = match text.char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => (&text[..at], unit.to_ascii_uppercase()),
        _ => (text, ' '),
    };
    let shift = match unit {
        ' ' => 0,
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return Err("expected a size such as 500M or 2G".to_owned()),
    };
    let number: u64 = digits.trim().parse().map_err(|_| "expected a size such as 500M or 2G".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "that is more than there can be".to_owned())
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes() {
        assert_eq!((size("12"), size("500M"), size("2GiB")), (Ok(12), Ok(500 << 20), Ok(2 << 30)));
        assert!(size("").is_err() && size("x").is_err() && size("1X").is_err() && size("99999999T").is_err());
    }
}
