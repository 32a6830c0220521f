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

#[cfg(unix)]
#[test]
fn bash_completes_below_the_first_word() {
    let (_, script, _) = tools(&["completions", "bash"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("completions");
    fs::write(&file, script).unwrap();
    for (line, expected) in [
        ("kiln --sh", "--ship"),
        ("alchemy comp", "compile"),
        ("alchemy dev-textures --in", "--into"),
        ("forge compile --coll", "--collision"),
        ("vault un", "unpack"),
        ("vau", "vault"),
    ] {
        let words: Vec<_> = std::iter::once("kerosene-tools").chain(line.split(' ')).collect();
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let ask = format!(
            "complete() {{ :; }}; . {}; COMP_WORDS=({}); COMP_CWORD={}; _kerosene__tools kerosene-tools '{last}' '{before}'; \
             echo \"${{COMPREPLY[@]}}\"",
            file.display(),
            words.join(" "),
            words.len() - 1
        );
        let Ok(Output { stdout, stderr, .. }) = Command::new("bash").args(["-c", &ask]).output() else { return };
        let told = String::from_utf8(stdout).unwrap();
        assert!(
            told.split_whitespace().any(|word| word == expected),
            "{line}: {told}{}",
            String::from_utf8_lossy(&stderr)
        );
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
        (&["plya"], "subcommand exists: 'play'"),
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
    let gate = folder.path().join("maps/chapter1/gaet.kmap");
    let (code, _, stderr) = tools(&["play", gate.to_str().unwrap(), "--content", content]);
    assert!(code == 1 && stderr.contains("there is no such file") && stderr.contains("gate.kmap`?"), "{stderr}");
}
