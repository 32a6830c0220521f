//! What the command line says of itself: completions, manual pages, what was meant.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::process::{Command, Output};

fn tools(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kerosene-tools"));
    let Output { status, stdout, stderr } = command.args(arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn every_shell_learns_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, text, _) = tools(&["completions", shell]);
        assert_eq!(code, 0);
        for word in ["vault", "timbre", "normalize", "explain"] {
            assert!(text.contains(word), "{shell} does not know {word}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let (code, told, _) = tools(&["man", folder.path().to_str().unwrap()]);
    assert_eq!(code, 0);
    let pages: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(told.starts_with(&format!("{} pages", pages.len())) && pages.len() > 20, "{told}");
    let page = |name: &str| fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
    assert!(page("kerosene-tools").contains("vault"));
    let compile = page("kerosene-tools-timbre-compile");
    assert!(
        compile.contains("LOOPSTART") && compile.contains("normalize") && compile.contains("Examples"),
        "{compile}"
    );
}

#[test]
fn a_slip_of_the_finger_is_told_with_what_was_meant() {
    for (arguments, meant) in [
        (&["valut"][..], "vault"),
        (&["timbre", "compyle"], "compile"),
        (&["vault", "unpak"], "unpack"),
        (&["map", "check", "--stict", "a.map"], "--strict"),
    ] {
        let (code, _, stderr) = tools(arguments);
        assert!(code == 2 && stderr.contains("similar") && stderr.contains(meant), "{arguments:?}: {stderr}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("maps/chapter1")).unwrap();
    fs::write(folder.path().join("game.kproj"), "project { name Ruins }").unwrap();
    fs::write(folder.path().join("maps/chapter1/gate.kmap"), "").unwrap();
    let content = folder.path().to_str().unwrap();
    let (code, _, stderr) = tools(&["play", "chapter1/gaet", "--content", content]);
    assert!(code == 1 && stderr.contains("did you mean `chapter1/gate`?"), "{stderr}");
}
