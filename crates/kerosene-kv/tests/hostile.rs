//! Texts made to hurt: an answer within two seconds and 256 MiB. A release build reads 64 MB of each, a
//! debug build less. Each text is read in a process of its own, so that one's memory is not another's.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_kv::{Document, ReadOptions};
use std::process::Command;
use std::time::Duration;

const BYTES: usize = if cfg!(debug_assertions) { 3_000_000 } else { 64_000_000 };

const PATTERNS: [(&str, &str); 13] = [
    ("pairs without end", "a b "),
    ("empty blocks", "{}"),
    ("depth", "{"),
    ("closes", "}"),
    ("empty pairs", "\"\"\"\""),
    ("small blocks", "a{b c}"),
    ("escapes", "\"\\n\"\"\\t\""),
    ("escapes with a tail", "\"\\n234567890\" a "),
    ("one endless word", "\\\\"),
    ("blanks", " "),
    ("one endless comment", "//"),
    ("characters of two bytes", "ä b\n"),
    ("blocks that outgrow their first room", "{a b c d e f g h i j}"),
];

/// Names the pattern for [`one_text`] and whether all of it stands in a block that never closes.
const PATTERN: &str = "KEROSENE_HOSTILE_PATTERN";

#[test]
#[allow(clippy::print_stderr, reason = "the figures are for whoever runs this test with --nocapture")]
fn a_hostile_text_is_answered_soon_and_in_little_memory() {
    let program = std::env::current_exe().unwrap();
    for (index, (name, _)) in PATTERNS.iter().enumerate() {
        for case in [format!("{index}"), format!("{index} in a block")] {
            let mut child = Command::new(&program);
            child.args(["--exact", "one_text", "--ignored", "--nocapture"]).env(PATTERN, &case);
            let output = child.output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            eprintln!("{name} ({case}): {}", said.trim());
            assert!(output.status.success(), "{name} ({case}): {said}");
        }
    }
}

#[test]
#[ignore = "run by the test above in a process of its own"]
#[allow(clippy::print_stderr, reason = "it reports to the test above")]
fn one_text() {
    let case = std::env::var(PATTERN).unwrap();
    let (_, pattern) = PATTERNS[case.split(' ').next().unwrap().parse::<usize>().unwrap()];
    let mut text = String::with_capacity(BYTES + 16);
    if case.ends_with("block") {
        text.push_str("r { ");
    }
    while text.len() < BYTES {
        text.push_str(pattern);
    }
    let start = time_of_this_thread();
    let result = Document::parse_bytes(text.as_bytes(), &ReadOptions::default());
    let verdict = result.as_ref().map_or_else(ToString::to_string, |document| document.nodes.len().to_string());
    drop(result);
    let took = time_of_this_thread().saturating_sub(start);
    let peak = peak_bytes().map_or(0, |bytes| bytes >> 20);
    eprintln!("{took:?}, {peak} MiB, {verdict}");
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert!(peak < 256, "{peak} MiB");
}

/// Time that this thread has run, so that what else the machine does is left out; 0 where the system does
/// not tell.
fn time_of_this_thread() -> Duration {
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = schedule.split_whitespace().next().and_then(|word| word.parse().ok());
    nanoseconds.map_or(Duration::ZERO, Duration::from_nanos)
}

/// The most memory this process ever held, where the system says so.
fn peak_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kibibytes| kibibytes * 1024)
}
