//! The line of an error with a caret under the place.

use crate::Position;

/// Characters shown on each side of the place.
const REACH: usize = 60;

/// Two lines: the source line around byte `offset`, and a caret below it. The work is bounded by
/// [`REACH`], however long the line is.
pub(crate) fn render(text: &str, offset: usize, position: Position) -> String {
    let before = &text[..offset];
    let after = &text[offset..];
    let head: Vec<char> = before.chars().rev().take(REACH).take_while(|&c| c != '\n').collect();
    let tail = after.chars().take(REACH).take_while(|&c| c != '\n');
    let margin = format!("{:>3}", position.line);
    let caret_margin = " ".repeat(margin.chars().count());
    let source: String = head.iter().rev().copied().chain(tail).map(printable).collect();
    let source = source.trim_end();
    format!("{margin} | {source}\n{caret_margin} | {}^", " ".repeat(head.len()))
}

/// One column for every character, whatever it is: a tab would move the caret.
fn printable(c: char) -> char {
    match c {
        '\t' | '\r' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caret_stands_under_the_place() {
        let text = "one\n\tzwei drei\n";
        let offset = text.find("drei").map_or(0, |offset| offset);
        let shown = render(text, offset, Position { line: 2, column: 7 });
        assert_eq!(shown, "  2 |  zwei drei\n    |       ^");
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = "x".repeat(1_000_000);
        assert!(render(&text, 500_000, Position { line: 1, column: 500_001 }).len() < 300);
    }
}
