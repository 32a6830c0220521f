//! What this executable can do, for the build driver.

use crate::cli::Cli;
use alchemy::PictureRole;
use clap::{Command, CommandFactory};
use kiln::{Stage, StageOption, Toolbox};
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
    }
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
