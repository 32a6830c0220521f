//! The seed's program prints the seed's output.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::process::Command;

/// The world's text on the seed's page, to the letter.
const OUTPUT: &str = "tick 0\nslots 1\nentity @0#1\nposition x=2 y=3\nhealth points=10\n";

#[test]
fn the_example_prints_what_the_seed_shows() {
    // Examples are built with the tests, beside the directory that this one lies in.
    let mut program = std::env::current_exe().unwrap();
    program.pop();
    program.pop();
    let program = program.join("examples").join(format!("hero{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is missing: run all targets, or `--examples` too", program.display());
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), OUTPUT);
}
