//! What this executable can do, for the build driver.

use crate::cli::Cli;
use alchemy::PictureRole;
use alchemy::stock::{self, StockPicture};
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Parser};
use kerosene_vfs::vault::ContentHash;
use kiln::{Stage, StageOption, Toolbox};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The stages and the versions of what they make.
fn stages() -> Vec<(&'static str, String)> {
    vec![
        ("alchemy compile", alchemy::TOOL.to_owned()),
        ("alchemy material", alchemy::TOOL.to_owned()),
        ("forge compile", forge::TOOL.to_owned()),
        ("timbre compile", timbre::TOOL.to_owned()),
        ("cleave", cleave::TOOL.to_owned()),
    ]
}

/// This executable as a set of stages; their options are those of its command line.
pub(crate) fn toolbox() -> Toolbox {
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("kerosene-tools"));
    let command = Cli::command();
    let stage = |(name, version): (&'static str, String)| Stage { name, version, options: options(&command, name) };
    Toolbox {
        program,
        stages: stages().into_iter().map(stage).collect(),
        material_of,
        material_facts: cleave::cli::material_facts,
        wrong_option,
        stock_names: || alchemy::stock::materials().into_iter().map(|stock| stock.name).collect(),
        stock_pictures,
    }
}

/// What the command line says of an option of a stage.
fn wrong_option(stage: &str, option: &str) -> Option<String> {
    let words = std::iter::once("kerosene-tools").chain(stage.split(' ')).chain([option, "source"]);
    let error = Cli::try_parse_from(words).err()?;
    // Another source or an output may be missing; what is asked for is the option alone.
    let of_value = [ErrorKind::InvalidValue, ErrorKind::ValueValidation];
    let text = error.to_string();
    let lines: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    of_value.contains(&error.kind()).then(|| lines.join(" ").trim_start_matches("error: ").to_owned())
}

/// The pictures that an export for `TrenchBroom` puts into the sources, by the names that they have there.
fn stock_pictures() -> BTreeMap<String, ContentHash> {
    let of_tool = |name: &str| stock::TOOLS.iter().find(|tool| tool.name == name);
    let named = |picture: StockPicture| {
        let names = of_tool(&picture.name).map_or_else(Vec::new, |tool| tool.materials().collect());
        let hash = ContentHash::of(&picture.png);
        names.into_iter().chain([picture.name]).map(move |name| (name, hash))
    };
    stock::pictures().into_iter().flat_map(named).collect()
}

/// The long options of a subcommand.
fn options(command: &Command, name: &str) -> Vec<StageOption> {
    let found = name.split(' ').try_fold(command, |command, word| command.find_subcommand(word));
    let arguments = found.into_iter().flat_map(Command::get_arguments);
    let option = |argument: &clap::Arg| {
        let name = argument.get_long()?.to_owned();
        Some(StageOption { name, takes_value: argument.get_action().takes_values() })
    };
    arguments.filter_map(option).collect()
}

/// The material of a picture, and whether it is its base colour.
fn material_of(name: &str) -> (String, bool) {
    let (set, role) = PictureRole::of_name(name);
    (set.to_owned(), role == PictureRole::Base)
}
