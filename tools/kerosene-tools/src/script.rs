//! Checks scripts, and runs one outside a level.

use crate::classes;
use crate::cli::{ScriptCheckArgs, ScriptCommand, ScriptKdefArgs, ScriptRunArgs};
use kerosene_cli::{say, show, show_one};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, Sources, codes};
use kerosene_script::{Fault, Script, ScriptAction, ScriptError, ScriptHost, View};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Does what was asked.
pub(crate) fn run(command: &ScriptCommand) -> ExitCode {
    match command {
        ScriptCommand::Check(arguments) => check(arguments),
        ScriptCommand::Kdef(arguments) => offer(arguments),
        ScriptCommand::Run(arguments) => run_file(arguments),
        ScriptCommand::Reference => {
            say(kerosene_script::reference().trim_end());
            ExitCode::SUCCESS
        }
    }
}

/// Checks files against each other's functions and against those that the engine really has.
fn check(arguments: &ScriptCheckArgs) -> ExitCode {
    let texts: Vec<_> = arguments.files.iter().map(|file| (file, read(file))).collect();
    // Files of one map know each other's functions.
    let scripts: Vec<Script> = texts
        .iter()
        .filter_map(|(file, text)| Script::compile(&file.display().to_string(), text.as_deref().ok()?).ok())
        .collect();
    let functions: Vec<_> = scripts.iter().flat_map(Script::functions).collect();
    let mut failed = false;
    for (file, text) in &texts {
        let name = file.display().to_string();
        let mut told = Diagnostics::new();
        let text = text.as_deref().unwrap_or_else(|problem| {
            told.push(Diagnostic::new(codes::SCRIPT_SYNTAX, problem.clone()).at(SourcePosition::file(&name)));
            ""
        });
        if told.is_empty() {
            kerosene_script::check(&name, text, &functions).iter().for_each(|error| told.push(diagnostic(error)));
        }
        show(&told, &Sources::new().with(name.clone(), text), arguments.json);
        failed |= told.has_errors();
        if !arguments.json {
            let errors = told.errors();
            say(&format!("{name}: {}; {errors} errors", if errors == 0 { "good" } else { "bad" }));
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Prints the bases of all classes with what scripts offer.
fn offer(arguments: &ScriptKdefArgs) -> ExitCode {
    let mut scripts = Vec::new();
    for file in &arguments.files {
        let name = file.display().to_string();
        let text = match read(file) {
            Ok(text) => text,
            Err(problem) => {
                let problem = Diagnostic::new(codes::SCRIPT_SYNTAX, problem).at(SourcePosition::file(&name));
                show_one(problem, &Sources::new(), false);
                return ExitCode::FAILURE;
            }
        };
        match Script::compile(&name, &text) {
            Ok(script) => scripts.push(script),
            Err(error) => {
                show_one(diagnostic(&error), &Sources::new().with(name, &text), false);
                return ExitCode::FAILURE;
            }
        }
    }
    let mut kdef = match classes::schema(&arguments.mods) {
        Ok(kdef) => kdef,
        Err(error) => {
            show_one(error.diagnostic(), &Sources::new(), false);
            return ExitCode::FAILURE;
        }
    };
    kdef.classes.retain(|class| class.is_base);
    kerosene_script::offer(&mut kdef, &scripts);
    say(kdef.to_text().trim_end());
    ExitCode::SUCCESS
}

fn read(file: &Path) -> Result<String, String> {
    let bytes = kerosene_cli::read(file).map_err(|fault| fault.to_string())?;
    String::from_utf8(bytes).map_err(|error| format!("byte {} is not UTF-8 text", error.utf8_error().valid_up_to()))
}

fn diagnostic(error: &ScriptError) -> Diagnostic {
    let code = match error.fault {
        Fault::Syntax => codes::SCRIPT_SYNTAX,
        Fault::Call => codes::SCRIPT_CALL,
        Fault::Runtime | Fault::Limit => codes::SCRIPT_FAILED,
    };
    let place = match (error.line, error.column) {
        (Some(line), Some(column)) => SourcePosition::line(&error.file, line).column(column),
        (Some(line), None) => SourcePosition::line(&error.file, line),
        (None, _) => SourcePosition::file(&error.file),
    };
    Diagnostic::new(code, error.message.clone()).at(place)
}

/// Runs a file and its function `main`, where it has one, with nothing of a game in reach; prints what it prints.
fn run_file(arguments: &ScriptRunArgs) -> ExitCode {
    let name = arguments.file.display().to_string();
    let text = match read(&arguments.file) {
        Ok(text) => text,
        Err(problem) => {
            let _ = writeln!(io::stderr().lock(), "error: {problem}");
            return ExitCode::FAILURE;
        }
    };
    let mut host = ScriptHost::new();
    let mut dice = kerosene_math::Pcg32::new(arguments.seed, 0);
    let mut result = host.load(&name, &text);
    if result.is_ok() && host.function_arity("main").is_some() {
        let view = View { entities: None, surroundings: Default::default(), dice: &mut dice, entity: None };
        result = host.call("main", &[], view).map(drop);
    }
    let mut out = io::stdout().lock();
    for action in host.actions().as_slice() {
        if let ScriptAction::Log { text, .. } = action {
            let _ = writeln!(out, "{}", text.strip_suffix('\n').unwrap_or(text));
        }
    }
    let Err(error) = result else { return ExitCode::SUCCESS };
    let mut told = Diagnostics::new();
    told.push(diagnostic(&error));
    show(&told, &Sources::new().with(name, text), false);
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn files_know_each_other_and_what_is_wrong_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| -> PathBuf {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let hall = write("hall.kscr", "fn on_map_start() { light_up(3); }");
        let lamps = write("lamps.kscr", "fn light_up(n) { ent_fire(`lamp${n}`, \"TurnOn\"); }");
        let bad = write("bad.kscr", "fn f() { lite_up(3) }");
        let check = |files: &[&PathBuf]| {
            let files = files.iter().map(|&file| file.clone()).collect();
            run(&ScriptCommand::Check(ScriptCheckArgs { files, json: false }))
        };
        assert_eq!(check(&[&hall, &lamps]), ExitCode::SUCCESS);
        assert_eq!(check(&[&hall]), ExitCode::FAILURE);
        assert_eq!(check(&[&bad, &lamps]), ExitCode::FAILURE);
        assert_eq!(check(&[&folder.path().join("none.kscr")]), ExitCode::FAILURE);
        let offer = |files: &[&PathBuf]| {
            let files = files.iter().map(|&file| file.clone()).collect();
            run(&ScriptCommand::Kdef(ScriptKdefArgs { files, mods: Vec::new() }))
        };
        assert_eq!(offer(&[&hall, &lamps]), ExitCode::SUCCESS);
        assert_eq!(offer(&[&hall, &write("broken.kscr", "fn f( {")]), ExitCode::FAILURE);
        let run_file = |file: &PathBuf| run(&ScriptCommand::Run(ScriptRunArgs { file: file.clone(), seed: 0 }));
        assert_eq!(run_file(&write("main.kscr", "fn main() { print(rand_int(2, 2)); }")), ExitCode::SUCCESS);
        assert_eq!(run_file(&write("loop.kscr", "fn main() { loop { } }")), ExitCode::FAILURE);
    }
}
