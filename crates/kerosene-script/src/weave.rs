//! A text with something put in between, whose places are still those of the text.

use rhai::Position;
use std::collections::BTreeMap;

/// A line and a column, both from 1.
pub(crate) type Spot = (usize, usize);

pub(crate) fn spot(position: Position) -> Spot {
    (position.line().unwrap_or(0), position.position().unwrap_or(0))
}

/// What is put before the letters at some places. No line becomes another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Insertions(BTreeMap<Spot, String>);

impl Insertions {
    /// What is put before a place, empty if nothing is yet.
    pub(crate) fn at(&mut self, place: Spot) -> &mut String {
        self.0.entry(place).or_default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text with them.
    pub(crate) fn put_into(&self, source: &str) -> String {
        let mut text = String::with_capacity(source.len() * 2);
        let (mut line, mut column) = (1, 0);
        for letter in source.chars() {
            column += 1;
            if let Some(inserted) = self.0.get(&(line, column)) {
                text.push_str(inserted);
            }
            text.push(letter);
            if letter == '\n' {
                (line, column) = (line + 1, 0);
            }
        }
        text
    }

    /// The place in the text without them.
    pub(crate) fn original(&self, position: Position) -> Position {
        let (Some(line), Some(mut column)) = (position.line(), position.position()) else { return position };
        for (&(_, at), inserted) in self.0.range((line, 0)..(line + 1, 0)) {
            let letters = inserted.chars().count();
            if column >= at + letters {
                column -= letters;
            }
        }
        match (u16::try_from(line), u16::try_from(column)) {
            (Ok(line), Ok(column)) => Position::new(line, column),
            _ => position,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_text_without_what_was_put_in() {
        let mut insertions = Insertions::default();
        insertions.at((2, 3)).push_str("++");
        insertions.at((2, 5)).push('ü');
        let text = insertions.put_into("ab\ncdefg\n");
        assert_eq!(text, "ab\ncd++efügg\n".replace("gg", "g"));
        for (woven, plain) in [((1, 2), (1, 2)), ((2, 2), (2, 2)), ((2, 5), (2, 3)), ((2, 6), (2, 4)), ((2, 8), (2, 5))]
        {
            let place = Position::new(woven.0, woven.1);
            assert_eq!(spot(insertions.original(place)), plain, "{woven:?}");
        }
    }
}
