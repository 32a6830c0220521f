//! Texts made to hurt: an answer within two seconds and 256 MiB (both measured for 64 MB in a release
//! build; a debug build reads less).
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_kv::{Document, ReadOptions};
use std::time::{Duration, Instant};

const BYTES: usize = if cfg!(debug_assertions) { 8_000_000 } else { 64_000_000 };

/// The most memory this process ever held, where the system says so.
fn peak_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kibibytes| kibibytes * 1024)
}

#[test]
fn a_hostile_text_is_answered_soon_and_in_little_memory() {
    let patterns: [(&str, &str); 13] = [
        ("a b ", "pairs without end"),
        ("{}", "empty blocks"),
        ("{", "depth"),
        ("}", "closes"),
        ("\"\"\"\"", "empty pairs"),
        ("a{b c}", "small blocks"),
        ("\"\\n\"\"\\t\"", "escapes"),
        ("\\\\", "one endless word"),
        (" ", "blanks"),
        ("//", "one endless comment"),
        ("ä b\n", "characters of two bytes"),
        ("{a b c d e f g h i j}", "blocks that outgrow their first room"),
        ("\"\\n234567890\" a ", "escapes with a tail"),
    ];
    for (pattern, name) in patterns {
        for closed in [true, false] {
            let mut text = pattern.repeat(BYTES / pattern.len());
            if !closed {
                text.insert_str(0, "r { ");
            }
            let start = Instant::now();
            let result = Document::parse_bytes(text.as_bytes(), &ReadOptions::default());
            let read = start.elapsed();
            let verdict = result.as_ref().map_or_else(ToString::to_string, |document| document.nodes.len().to_string());
            drop(result);
            let took = start.elapsed();
            let peak = peak_bytes().map_or(0, |bytes| bytes >> 20);
            eprintln_line(&format!("{name}: {read:?}, dropped {took:?}, peak {peak} MiB: {verdict}"));
            assert!(took < Duration::from_secs(2), "{name}: {took:?}");
            assert!(peak < 256, "{name}: {peak} MiB");
        }
    }
}

#[allow(clippy::print_stderr, reason = "the figures are for whoever runs this test with --nocapture")]
fn eprintln_line(line: &str) {
    eprintln!("{line}");
}
