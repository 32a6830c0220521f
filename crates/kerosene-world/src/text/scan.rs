//! Taking a line of the text form apart.

use crate::{Entity, FieldKind, Fixed, Value, Vec3};

use super::read::TextFormProblem;

/// A line and how far it has been read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    rest: &'t str,
    whole: &'t str,
    /// From 1.
    pub(super) number: usize,
}

/// A value as far as the line says what it is: texts are not interned yet.
#[derive(Debug)]
pub(super) enum Scanned {
    Value(Value),
    Text(String),
}

type Scan<T> = Result<T, TextFormProblem>;

impl<'t> Line<'t> {
    pub(super) fn new(text: &'t str, number: usize) -> Line<'t> {
        Line { rest: text, whole: text, number }
    }

    /// Where reading stands: columns of characters, from 1.
    pub(super) fn column(&self) -> usize {
        let read = self.whole.len() - self.rest.len();
        self.whole[..read].chars().count() + 1
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// Passes over what must come next.
    pub(super) fn expect(&mut self, what: &str) -> Scan<()> {
        match self.rest.strip_prefix(what) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(TextFormProblem::Expected(format!("{what:?}"))),
        }
    }

    /// Passes over what comes next if it is this.
    pub(super) fn accept(&mut self, what: &str) -> bool {
        self.expect(what).is_ok()
    }

    pub(super) fn end(&self) -> Scan<()> {
        if self.is_done() { Ok(()) } else { Err(TextFormProblem::Expected("the end of the line".to_owned())) }
    }

    /// What comes up to a space, a closing parenthesis or the end.
    pub(super) fn word(&mut self) -> &'t str {
        let (word, rest) = self.rest.split_at(self.rest.find([' ', ')']).unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    /// A whole number in its canonical form.
    pub(super) fn number(&mut self) -> Scan<u64> {
        let start = *self;
        let word = self.word();
        let number = word.parse::<u64>().ok().filter(|number| number.to_string() == word);
        number.ok_or_else(|| self.back_to(start, "a whole number"))
    }

    pub(super) fn entity(&mut self) -> Scan<Entity> {
        let start = *self;
        self.word().parse().map_err(|_| self.back_to(start, "an entity, as in @0#1"))
    }

    /// A value of the kind.
    pub(super) fn value(&mut self, kind: FieldKind) -> Scan<Scanned> {
        let start = *self;
        let value = match kind {
            FieldKind::Int => self.word().parse().ok().map(Value::Int),
            FieldKind::Fixed => self.word().parse::<Fixed>().ok().map(Value::Fixed),
            FieldKind::Bool => self.word().parse().ok().map(Value::Bool),
            FieldKind::Entity => entity_or_none(self.word()).map(Value::Entity),
            FieldKind::Float => float(self.word()).map(Value::Float),
            FieldKind::Vec3 => self.vec3().map(Value::Vec3),
            FieldKind::Text => return self.quoted().map(Scanned::Text),
        };
        let example = match kind {
            FieldKind::Int => "an int, as in -7",
            FieldKind::Fixed => "a fixed-point number, as in -1.5",
            FieldKind::Bool => "true or false",
            FieldKind::Entity => "an entity, as in @0#1, or none",
            FieldKind::Float => "a float, as in -1.5",
            FieldKind::Vec3 | FieldKind::Text => "three floats, as in (0 0 1)",
        };
        value.map(Scanned::Value).ok_or_else(|| self.back_to(start, example))
    }

    fn vec3(&mut self) -> Option<Vec3> {
        self.expect("(").ok()?;
        let x = float(self.word())?;
        self.expect(" ").ok()?;
        let y = float(self.word())?;
        self.expect(" ").ok()?;
        let z = float(self.word())?;
        self.expect(")").ok()?;
        Some(Vec3::new(x, y, z))
    }

    fn quoted(&mut self) -> Scan<String> {
        self.expect("\"")?;
        let mut text = String::new();
        loop {
            let mut letters = self.rest.chars();
            let letter = letters.next();
            match letter {
                Some('"') => break,
                Some('\\') => text.push(self.escape()?),
                Some(letter) => {
                    self.rest = letters.as_str();
                    text.push(letter);
                }
                None => return Err(TextFormProblem::Expected("the closing quotation mark".to_owned())),
            }
        }
        self.expect("\"").map(|()| text)
    }

    fn escape(&mut self) -> Scan<char> {
        for (written, meant) in [("\\\"", '"'), ("\\\\", '\\'), ("\\n", '\n'), ("\\r", '\r'), ("\\t", '\t')] {
            if self.accept(written) {
                return Ok(meant);
            }
        }
        let number = self.rest.strip_prefix("\\u{").and_then(|rest| rest.split_once('}'));
        let letter = number.and_then(|(digits, rest)| Some((hexadecimal(digits)?, rest)));
        match letter.and_then(|(number, rest)| Some((char::from_u32(number)?, rest))) {
            Some((letter, rest)) => {
                self.rest = rest;
                Ok(letter)
            }
            None => Err(TextFormProblem::Expected("an escape: one of \\\" \\\\ \\n \\r \\t \\u{...}".to_owned())),
        }
    }

    fn back_to(&mut self, start: Line<'t>, expected: &str) -> TextFormProblem {
        *self = start;
        TextFormProblem::Expected(expected.to_owned())
    }
}

fn entity_or_none(word: &str) -> Option<Option<Entity>> {
    if word == "none" { Some(None) } else { word.parse().ok().map(Some) }
}

fn float(word: &str) -> Option<f32> {
    if let Some(bits) = word.strip_prefix("nan:") {
        return Some(f32::from_bits(hexadecimal(bits)?)).filter(|value| value.is_nan());
    }
    word.parse::<f32>().ok().filter(|value| !value.is_nan())
}

fn hexadecimal(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if plain { u32::from_str_radix(digits, 16).ok() } else { None }
}
