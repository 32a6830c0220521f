//! The book's page about the console and the console agree.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_console::Console;

#[test]
fn the_page_has_every_command_and_no_other() {
    let page = include_str!("../../../docs/book/src/console.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    let names = cells.flat_map(|cell| cell.split(", ")).map(|usage| usage.trim().trim_matches('`'));
    let mut on_page: Vec<_> = names.map(|usage| usage.split(' ').next().unwrap()).collect();
    on_page.sort_unstable();
    let console = Console::new();
    let known: Vec<_> = console.commands().map(kerosene_console::Command::name).collect();
    assert_eq!(on_page, known);
}

#[test]
fn the_pages_figures_are_the_crates() {
    let page = include_str!("../../../docs/book/src/console.md");
    assert_eq!(Console::NESTING, 16);
    assert_eq!(Console::COMMANDS_PER_FRAME, 65_536);
    assert_eq!(Console::SCROLLBACK_LINES, 4096);
    assert!(page.contains("16 deep") && page.contains("65,536 commands") && page.contains("4,096 lines"));
}
