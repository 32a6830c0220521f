//! The command line, as people see it.

use alchemy::cli::AlchemyCommand;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use cleave::cli::CleaveArgs;
use forge::cli::ForgeCommand;
use glob::Pattern;
use kerosene_diagnostics::Code;
use kerosene_map::Game;
use kerosene_vfs::vault::MAX_LEVEL;
use kiln::cli::KilnArgs;
use std::path::PathBuf;
use timbre::cli::TimbreCommand;

/// The content tools of the Kerosene engine
#[derive(Debug, Parser)]
#[command(
    name = "kerosene-tools",
    version,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 done; 1 errors in what was given; 2 wrong usage.\n\n\
        Examples:\n  \
        kerosene-tools new ruins\n  \
        kerosene-tools kiln\n  \
        kerosene-tools play e1m1.map\n  \
        kerosene-tools map info e1m1.map\n  \
        kerosene-tools map convert e1m1.map e1m1.kmap\n  \
        kerosene-tools map check maps/*.kmap\n  \
        kerosene-tools cleave e1m1.map\n  \
        kerosene-tools bsp info e1m1.kbsp\n  \
        kerosene-tools vault pack content\n  \
        kerosene-tools explain K0401"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What a command's help says of its exit codes where it says nothing itself.
const EXIT_CODES: &str = "Exit codes: 0 done; 1 errors, or as said above; 2 wrong usage.";

/// The command line, each command with its exit codes.
pub(crate) fn command() -> clap::Command {
    with_exit_codes(Cli::command())
}

fn with_exit_codes(command: clap::Command) -> clap::Command {
    let command = command.mut_subcommands(with_exit_codes);
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    if command.has_subcommands() || after.contains("Exit code") {
        return command;
    }
    let examples = if after.is_empty() { after } else { format!("\n\n{after}") };
    command.after_help(format!("{EXIT_CODES}{examples}"))
}

/// The tools. A compiler is a variant with the arguments that its library declares.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Begin a game: a folder with a project file and a first map that can be played at once
    #[command(after_help = "Examples:\n  kerosene-tools new ruins\n  cd ruins\n  kerosene-tools play")]
    New(NewArgs),
    /// Make a folder a project; what is there stays as it is
    #[command(after_help = "Examples:\n  kerosene-tools init\n  kerosene-tools init mymod")]
    Init(InitArgs),
    /// Say which folder is the content and why, what is in it, what is stale, and where the runtime is
    #[command(after_help = "Examples:\n  kerosene-tools doctor\n  kerosene-tools doctor --content mygame")]
    Doctor(DoctorArgs),
    /// Build what a map needs and start the runtime in it
    #[command(
        long_about = "Build what a map needs and start the runtime in it. MAP is a file (.kmap, .map, .vmf) or the name of a map in the \
            content's maps/; without it, the map that the project begins with. Of a project its textures, materials, models and \
            sounds are built too, as far as they changed. A file from elsewhere is compiled into a scratch folder, so that any map can be tried.",
        after_help = "Exit codes: the game's; 1 where it is not started; 2 wrong usage.\n\n\
            Examples:\n  \
            kerosene-tools play\n  \
            kerosene-tools play maps/start.kmap -- --headless 640 +sv_gravity 400\n  \
            kerosene-tools play ~/quake/e1m1.map --cleave=--ignore-leaks"
    )]
    Play(PlayArgs),
    Kiln(KilnArgs),
    /// Look at, convert and check editable maps (.kmap, .map, .vmf)
    #[command(subcommand)]
    Map(MapCommand),
    Cleave(CleaveArgs),
    /// Make textures of pictures, look at them, export them
    #[command(subcommand)]
    Alchemy(AlchemyCommand),
    /// Make sounds of recordings, look at them, export them
    #[command(subcommand)]
    Timbre(TimbreCommand),
    /// Make models of glTF and OBJ, look at them, export them
    #[command(subcommand)]
    Forge(ForgeCommand),
    /// Look at and compare compiled maps (.kbsp, and .bsp of Quake, Half-Life and Quake III)
    #[command(subcommand)]
    Bsp(BspCommand),
    /// Print the classes of entities that the stock game has, as a schema for editors
    #[command(
        long_about = "Print the classes of entities that the stock game has, as a schema for editors: .kdef, or with --fgd \
            the FGD text that TrenchBroom and Hammer read.",
        after_help = "Examples:\n  \
            kerosene-tools classes > kerosene.kdef\n  \
            kerosene-tools classes --fgd > kerosene.fgd\n  \
            kerosene-tools classes --fgd --of mod.kdef > mod.fgd"
    )]
    Classes(ClassesArgs),
    /// Look at and compare saved games (.ksav)
    #[command(subcommand)]
    Save(SaveCommand),
    /// Check scripts (.kscr), run one outside a level, print what they can call
    #[command(subcommand)]
    Script(ScriptCommand),
    /// Pack, list, verify, unpack and compare archives of content (.vault)
    #[command(subcommand)]
    Vault(VaultCommand),
    /// Write the content that the engine has built in: developer and tool textures with their materials, props, sounds
    #[command(after_help = "Examples:\n  kerosene-tools stock --into stock")]
    Stock(StockArgs),
    /// Write what other people's editors need to edit our maps
    #[command(subcommand)]
    Export(ExportCommand),
    /// Explain a diagnostic code, such as K0401
    #[command(after_help = "Examples:\n  kerosene-tools explain K0401\n  kerosene-tools explain --list")]
    Explain(ExplainArgs),
    /// Print what a shell needs to complete commands and options
    #[command(
        long_about = "Print what a shell needs to complete commands and options: bash, zsh, fish, powershell or elvish.",
        after_help = "Examples:\n  \
            kerosene-tools completions bash > ~/.local/share/bash-completion/completions/kerosene-tools\n  \
            kerosene-tools completions fish > ~/.config/fish/completions/kerosene-tools.fish\n  \
            kerosene-tools completions powershell >> $PROFILE"
    )]
    Completions(CompletionsArgs),
    /// Write a manual page for each command into a folder
    #[command(after_help = "Examples:\n  kerosene-tools man ~/.local/share/man/man1\n  man kerosene-tools-vault-pack")]
    Man(ManArgs),
}

/// What can be written for other people's editors.
#[derive(Debug, Subcommand)]
pub(crate) enum ExportCommand {
    /// Write a folder that makes TrenchBroom an editor of our maps
    #[command(
        long_about = "Write a folder that makes TrenchBroom (2024.1 or later) an editor of our maps: the game's configuration, every \
            class with icon and box, tags for tool textures, profiles that compile and play.\n\n\
            Pictures for the editor (icons, tool and developer textures) go into the content, where TrenchBroom looks for them; \
            pictures of your own stay as they are.",
        after_help = "Examples:\n  \
            kerosene-tools export trenchbroom ~/.TrenchBroom/games/Kerosene --content mygame\n  \
            kerosene-tools export trenchbroom editor --of mod.kdef"
    )]
    Trenchbroom(ExportTrenchbroomArgs),
    /// Write the classes as FGD for Hammer
    #[command(after_help = "Examples:\n  \
        kerosene-tools export fgd kerosene.fgd\n  \
        kerosene-tools export fgd --of mod.kdef > mod.fgd")]
    Fgd(ExportFgdArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ExportTrenchbroomArgs {
    /// The folder; it is made where it does not exist
    pub(crate) folder: PathBuf,
    /// The content folder, which gets the pictures and is the game's path in TrenchBroom [default: DIR/content]
    #[arg(long, value_name = "DIR")]
    pub(crate) content: Option<PathBuf>,
    /// A .kdef of a mod, to be laid over the stock classes
    #[arg(long = "of", value_name = "FILE")]
    pub(crate) mods: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ExportFgdArgs {
    /// The file [default: standard output]
    pub(crate) output: Option<PathBuf>,
    /// A .kdef of a mod, to be laid over the stock classes
    #[arg(long = "of", value_name = "FILE")]
    pub(crate) mods: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The folder; it is made where it does not exist
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The folder of the game; it is made, and its name is the game's
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The folder
    #[arg(default_value = ".")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// The content folder [default: found from the current directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) content: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The map: a file, or a name in the content's maps/ [default: the one that the project begins with]
    pub(crate) map: Option<String>,
    /// The content folder [default: found from the map and the current directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) content: Option<PathBuf>,
    /// An option for the compiler, which then compiles the map and nothing else; may be repeated: --cleave=--ignore-leaks
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub(crate) cleave: Vec<String>,
    /// Options and console words for the runtime, after --
    #[arg(last = true)]
    pub(crate) runtime: Vec<String>,
}

/// What can be done with a saved game.
#[derive(Debug, Subcommand)]
pub(crate) enum SaveCommand {
    /// Print what a save is of, and every entity in it
    #[command(after_help = "Examples:\n  kerosene-tools save show quick.ksav")]
    Show {
        /// The save
        file: PathBuf,
    },
    /// Print how the entities of two saves differ; exit code 1 where they do
    #[command(after_help = "Examples:\n  kerosene-tools save diff before.ksav after.ksav")]
    Diff {
        /// The save before
        before: PathBuf,
        /// The save after
        after: PathBuf,
    },
}

/// What can be done with scripts.
#[derive(Debug, Subcommand)]
pub(crate) enum ScriptCommand {
    /// Compile scripts as the engine does, and hold every call in them to the functions that there are
    #[command(after_help = "Examples:\n  kerosene-tools script check content/scripts/*.kscr")]
    Check(ScriptCheckArgs),
    /// Print what editors need to know of scripts, as .kdef: the key `script` with a choice of them, and their properties
    #[command(
        long_about = "Print what editors need to know of scripts of entities, as .kdef to be laid over the stock classes: the key \
            `script`, with a choice of these scripts, and a key for each of their properties. Scripts of maps are passed over.",
        after_help = "Examples:\n  \
            kerosene-tools script kdef content/scripts/*.kscr > scripts.kdef\n  \
            kerosene-tools export trenchbroom ~/.TrenchBroom/games/Kerosene --content mygame --of scripts.kdef"
    )]
    Kdef(ScriptKdefArgs),
    /// Run a script's top and its function `main`, with no level in reach, and print what it prints
    #[command(after_help = "Examples:\n  kerosene-tools script run hero.kscr")]
    Run(ScriptRunArgs),
    /// Print every function that scripts can call, with an example of each, as Markdown
    #[command(after_help = "Examples:\n  kerosene-tools script reference > functions.md")]
    Reference,
}

/// What to check.
#[derive(Debug, Args)]
pub(crate) struct ScriptCheckArgs {
    /// Scripts; those given together may call each other's functions
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print findings as lines of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to offer in editors.
#[derive(Debug, Args)]
pub(crate) struct ScriptKdefArgs {
    /// Scripts
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// A .kdef of a mod, to be laid over the stock classes before: its bases get the keys too
    #[arg(long = "of", value_name = "FILE")]
    pub(crate) mods: Vec<PathBuf>,
}

/// What to run.
#[derive(Debug, Args)]
pub(crate) struct ScriptRunArgs {
    /// The script
    pub(crate) file: PathBuf,
    /// What the dice begin with
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

/// What can be done with an archive.
#[derive(Debug, Subcommand)]
pub(crate) enum VaultCommand {
    /// Pack a folder into an archive; equal folders give equal archives
    #[command(
        long_about = "Pack a folder into an archive. Equal folders give the same bytes, whatever the system and the number \
            of jobs; an archive that is already what it would be is left alone. Hidden files and other archives are left out.",
        after_help = "Examples:\n  \
            kerosene-tools vault pack content\n  \
            kerosene-tools vault pack content -o game.vault --exclude '*.kmap' --exclude 'art/**'\n  \
            kerosene-tools vault pack content --only '*.kbsp' --list"
    )]
    Pack(VaultPackArgs),
    /// List the files of an archive
    #[command(after_help = "Examples:\n  \
        kerosene-tools vault list game.vault\n  \
        kerosene-tools vault list game.vault --long --only 'maps/*'")]
    List(VaultListArgs),
    /// Read every file of archives and compare it with its hash; exit code 1 where one is damaged
    #[command(after_help = "Examples:\n  kerosene-tools vault verify game.vault")]
    Verify(VaultVerifyArgs),
    /// Write the files of an archive into a folder
    #[command(
        long_about = "Write the files of an archive into a folder. Where that would change a file that is there, nothing is \
            written, except with --force.",
        after_help = "Examples:\n  kerosene-tools vault unpack game.vault game --only 'maps/*'"
    )]
    Unpack(VaultUnpackArgs),
    /// Print which files two archives differ in; exit code 1 where they do
    #[command(after_help = "Examples:\n  kerosene-tools vault diff old.vault new.vault")]
    Diff(VaultDiffArgs),
}

#[derive(Debug, Args)]
pub(crate) struct VaultPackArgs {
    /// The folder whose files become the archive's
    pub(crate) folder: PathBuf,
    /// The archive [default: the folder's name with .vault, beside it]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Pack only files that a pattern fits (* ? [] **; without a slash, the file's own name); may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(crate) only: Vec<Pattern>,
    /// Leave out files that a pattern fits; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(crate) exclude: Vec<Pattern>,
    /// How hard to compress: 0 not at all, 1 quick, 19 smallest
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(i32).range(0..=i64::from(MAX_LEVEL)))]
    pub(crate) level: i32,
    /// Files to compress at once [default: as many as there are processors]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Print what would be packed, and pack nothing
    #[arg(long)]
    pub(crate) list: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct VaultListArgs {
    /// The archive
    pub(crate) file: PathBuf,
    /// Also print bytes, bytes in the archive, encoding and hash
    #[arg(short, long)]
    pub(crate) long: bool,
    /// List only files that a pattern fits; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(crate) only: Vec<Pattern>,
    /// Print a JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct VaultVerifyArgs {
    /// The archives
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print faults as lines of JSON, and nothing where there are none
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct VaultUnpackArgs {
    /// The archive
    pub(crate) file: PathBuf,
    /// The folder to write into; it is made where it does not exist
    pub(crate) folder: PathBuf,
    /// Write only files that a pattern fits; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(crate) only: Vec<Pattern>,
    /// Write over files that differ
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct VaultDiffArgs {
    /// The archive before
    pub(crate) before: PathBuf,
    /// The archive after
    pub(crate) after: PathBuf,
    /// Print a JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be done with an editable map.
#[derive(Debug, Subcommand)]
pub(crate) enum MapCommand {
    /// Print what is in a map: format, classes, brushes, materials, bounds, and what could not be read
    #[command(after_help = "Examples:\n  kerosene-tools map info e1m1.map\n  kerosene-tools map info e1m1.map --json")]
    Info(InfoArgs),
    /// Convert a map to .kmap, or to a Quake .map in Valve 220 form
    #[command(
        long_about = "Convert a map to .kmap, or to a Quake .map in Valve 220 form; the name of OUT decides.\n\n\
            On the way from a .map or .vmf to a .kmap, classes, keys and targets of the source game become ours \
            by a table; --keep-classes leaves them as they are. What OUT cannot hold is said.",
        after_help = "Examples:\n  \
            kerosene-tools map convert e1m1.map e1m1.kmap\n  \
            kerosene-tools map convert e1m1.map e1m1.kmap --classes my-mod.kv\n  \
            kerosene-tools map convert ctf_well.vmf ctf_well.kmap\n  \
            kerosene-tools map convert level.kmap level.map --force"
    )]
    Convert(ConvertArgs),
    /// Check maps for faults that a compiler or a player would stumble over; exit code 1 where there are errors
    #[command(
        long_about = "Check maps for faults that a compiler or a player would stumble over: brushes, textures, entities, \
            keys, wires, groups. Exit code 1 where there are errors, with --strict where there are warnings.\n\n\
            --fix repairs what can be repaired in only one way and writes the result to another file; --list says \
            which faults those are.",
        after_help = "Examples:\n  \
            kerosene-tools map check level.kmap\n  \
            kerosene-tools map check maps/*.map --no-notes --strict\n  \
            kerosene-tools map check level.map --ignore K0210,K0235 --json\n  \
            kerosene-tools map check level.kmap --fix repaired.kmap\n  \
            kerosene-tools map check --list"
    )]
    Check(CheckArgs),
}

#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// The map: .kmap, .map or .vmf
    pub(crate) file: PathBuf,
    /// Print one JSON object, and diagnostics as lines of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The map to read: .kmap, .map or .vmf
    pub(crate) input: PathBuf,
    /// The map to write: .kmap or .map
    pub(crate) output: PathBuf,
    /// Table that maps class names and keys of another game [default: the built-in one of its game]
    #[arg(long, value_name = "TABLE", conflicts_with = "keep_classes")]
    pub(crate) classes: Option<PathBuf>,
    /// Keep class names, keys and targets as the map has them
    #[arg(long)]
    pub(crate) keep_classes: bool,
    /// The game that a .map was made for: quake, quake2, quake3, half-life, source, kerosene [default: guessed from
    /// what is in it, and told]
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<Game>,
    /// How far, in units, the triangles of a curved patch may be from it
    #[arg(long, value_name = "UNITS", default_value_t = 1.0)]
    pub(crate) patch_tolerance: f64,
    /// Write over OUT where it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Print diagnostics as lines of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The maps: .kmap, .map or .vmf
    #[arg(required_unless_present = "list")]
    pub(crate) files: Vec<PathBuf>,
    /// Repair what can be repaired in only one way, and write the map to this file: .kmap or .map
    #[arg(long, value_name = "OUT")]
    pub(crate) fix: Option<PathBuf>,
    /// Write over OUT where it exists
    #[arg(long, requires = "fix")]
    pub(crate) force: bool,
    /// Checks to leave out, by their codes with commas between them
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) ignore: Vec<Code>,
    /// Warnings count as errors: exit with 1
    #[arg(long)]
    pub(crate) strict: bool,
    /// Leave out what is only worth knowing
    #[arg(long)]
    pub(crate) no_notes: bool,
    /// List the checks with their codes and whether --fix repairs what they find
    #[arg(long)]
    pub(crate) list: bool,
    /// Print diagnostics as lines of JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What can be done with a compiled map.
#[derive(Debug, Subcommand)]
pub(crate) enum BspCommand {
    /// Print what is in a compiled map: counts, lumps, limits, classes, materials, and how it was made
    #[command(after_help = "Examples:\n  kerosene-tools bsp info e1m1.kbsp\n  kerosene-tools bsp info e1m1.bsp --json")]
    Info(BspInfoArgs),
    /// Compare two compiled maps: counts side by side, and random sweeps through both
    #[command(
        long_about = "Compare two compiled maps, of the same level by different compilers, say: counts side by side \
            with their ratio, and random rays and boxes swept through both, with how many disagree and where.",
        after_help = "Examples:\n  \
            kerosene-tools bsp compare e1m1.bsp e1m1.kbsp\n  \
            kerosene-tools bsp compare old.kbsp new.kbsp --sweeps 1000000 --json"
    )]
    Compare(BspCompareArgs),
}

#[derive(Debug, Args)]
pub(crate) struct BspInfoArgs {
    /// The map: .kbsp, or .bsp of Quake (29, BSP2), GoldSrc (30) or Quake III (46)
    pub(crate) file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BspCompareArgs {
    /// A compiled map of any format that `bsp info` reads
    pub(crate) first: PathBuf,
    /// The other
    pub(crate) second: PathBuf,
    /// Sweeps to make
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) sweeps: u32,
    /// How far apart two sweeps may end and still agree, in units
    #[arg(long, value_name = "UNITS", default_value_t = 0.5)]
    pub(crate) tolerance: f32,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ClassesArgs {
    /// Print FGD
    #[arg(long)]
    pub(crate) fgd: bool,
    /// Print .kdef, as without any option
    #[arg(long, conflicts_with = "fgd")]
    pub(crate) kdef: bool,
    /// A .kdef of a mod, to be laid over the stock classes
    #[arg(long = "of", value_name = "FILE")]
    pub(crate) mods: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct StockArgs {
    /// The folder to write into; it is made where it does not exist
    #[arg(long, value_name = "DIR")]
    pub(crate) into: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The code, as a message shows it in brackets
    #[arg(required_unless_present = "list")]
    pub(crate) code: Option<String>,
    /// List every code
    #[arg(long, conflicts_with = "code")]
    pub(crate) list: bool,
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn every_help_names_the_exit_codes() {
        let mut commands = vec![command()];
        while let Some(mut command) = commands.pop() {
            commands.extend(command.get_subcommands().cloned());
            let help = command.render_long_help().to_string();
            assert!(command.has_subcommands() || help.contains("Exit codes: "), "{help}");
        }
    }
}
