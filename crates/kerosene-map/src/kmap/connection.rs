//! Wires as text: `target,input,parameter,delay,times`.

use super::text::parse_number;
use crate::model::Connection;
use crate::number::Number;

impl Connection {
    /// The wire as `.kmap` and compiled maps have it, without its output: `target,input,parameter,delay,times`, with a
    /// backslash before commas and backslashes of the target and the input.
    ///
    /// ```
    /// use kerosene_map::Connection;
    ///
    /// let [output, target, input] = ["OnPressed", "gate, left", "Open"].map(str::to_owned);
    /// let wire = Connection { output, target, input, parameter: String::new(), delay: 0.0, times: -1 };
    /// assert_eq!(wire.to_text(), "gate\\, left,Open,,0,-1");
    /// ```
    pub fn to_text(&self) -> String {
        let Self { target, input, parameter, delay, times, .. } = self;
        format!("{},{},{parameter},{},{times}", escaped(target), escaped(input), Number(*delay))
    }
}

/// Reads a wire; `None` where it has no target and input, or no number where one must be.
pub(super) fn parse_connection(output: &str, text: &str) -> Option<Connection> {
    let (target, rest) = split_escaped(text);
    let (input, rest) = split_escaped(rest?);
    let (parameter, delay, times) = split_rest(rest.unwrap_or_default());
    Some(Connection {
        output: output.to_owned(),
        target,
        input,
        parameter: parameter.to_owned(),
        delay: delay.map_or(Some(0.0), parse_number)?,
        times: times.map_or(Some(-1), |times| times.trim().parse().ok())?,
    })
}

/// Parameter, delay and times: the last two commas divide; with fewer, the later fields are missing.
fn split_rest(rest: &str) -> (&str, Option<&str>, Option<&str>) {
    let Some((before, last)) = rest.rsplit_once(',') else { return (rest, None, None) };
    match before.rsplit_once(',') {
        Some((parameter, delay)) => (parameter, Some(delay), Some(last)),
        None => (before, Some(last), None),
    }
}

fn escaped(field: &str) -> String {
    field.replace('\\', "\\\\").replace(',', "\\,")
}

/// The field up to the first comma that is not escaped, its escapes undone, and what follows.
fn split_escaped(text: &str) -> (String, Option<&str>) {
    let mut field = String::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            ',' => return (field, text.get(at + 1..)),
            '\\' => {
                // A backslash before anything else is itself.
                let next = characters.next_if(|(_, next)| matches!(next, ',' | '\\'));
                field.push(next.map_or('\\', |(_, next)| next));
            }
            other => field.push(other),
        }
    }
    (field, None)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn wire(target: &str, input: &str, parameter: &str, delay: f64, times: i32) -> Connection {
        let [output, target, input, parameter] = ["OnUse", target, input, parameter].map(str::to_owned);
        Connection { output, target, input, parameter, delay, times }
    }

    #[test]
    fn every_field_may_hold_commas_and_backslashes() {
        for connection in [
            wire("door", "Open", "", 0.0, -1),
            wire("a,b", "c\\,d\\", ",,1,2,", 0.1, 3),
            wire("", "", "\\", 1e-9, i32::MIN),
        ] {
            assert_eq!(parse_connection("OnUse", &connection.to_text()), Some(connection));
        }
    }

    #[test]
    fn fields_may_be_missing_from_the_right() {
        assert_eq!(parse_connection("OnUse", "door,Open"), Some(wire("door", "Open", "", 0.0, -1)));
        assert_eq!(parse_connection("OnUse", "door,Open,fast"), Some(wire("door", "Open", "fast", 0.0, -1)));
        assert_eq!(parse_connection("OnUse", "door,Open,fast,2"), Some(wire("door", "Open", "fast", 2.0, -1)));
        assert_eq!(parse_connection("OnUse", "c:\\x,Open,a,b,2,1").unwrap(), wire("c:\\x", "Open", "a,b", 2.0, 1));
        for bad in ["", "door", "door,Open,,x", "door,Open,,0,1.5", "door,Open,,inf,1"] {
            assert_eq!(parse_connection("OnUse", bad), None, "{bad}");
        }
    }
}
