//! Wires: `target`, `input`, `parameter`, `delay`, `times` with commas or escape characters between.

use crate::kmap::text::parse_number;
use crate::model::Connection;

/// What newer editors write between the fields, so that a parameter may hold commas.
const ESCAPE: char = '\u{1b}';

/// Reads a wire; `None` where it has no target and input, or no number where one must be.
///
/// Between commas the last two divide the parameter from delay and times, so that it may hold commas too.
pub(super) fn parse_connection(output: &str, text: &str) -> Option<Connection> {
    let separator = if text.contains(ESCAPE) { ESCAPE } else { ',' };
    let (target, rest) = text.split_once(separator)?;
    let (input, rest) = rest.split_once(separator).unwrap_or((rest, ""));
    let (parameter, delay, times) = split_rest(rest, separator);
    Some(Connection {
        output: output.to_owned(),
        target: target.trim().to_owned(),
        input: input.trim().to_owned(),
        parameter: parameter.to_owned(),
        delay: delay.filter(|delay| !delay.trim().is_empty()).map_or(Some(0.0), parse_number)?,
        times: times.filter(|times| !times.trim().is_empty()).map_or(Some(-1), |times| times.trim().parse().ok())?,
    })
}

fn split_rest(rest: &str, separator: char) -> (&str, Option<&str>, Option<&str>) {
    let Some((before, last)) = rest.rsplit_once(separator) else { return (rest, None, None) };
    match before.rsplit_once(separator) {
        Some((parameter, delay)) => (parameter, Some(delay), Some(last)),
        None => (before, Some(last), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Option<(String, String, String, f64, i32)> {
        let wire = parse_connection("OnUse", text)?;
        Some((wire.target, wire.input, wire.parameter, wire.delay, wire.times))
    }

    fn wire(
        target: &str,
        input: &str,
        parameter: &str,
        delay: f64,
        times: i32,
    ) -> Option<(String, String, String, f64, i32)> {
        Some((target.into(), input.into(), parameter.into(), delay, times))
    }

    #[test]
    fn commas_and_escapes_divide_and_a_parameter_may_hold_commas() {
        assert_eq!(fields("door,Open,,0.5,1"), wire("door", "Open", "", 0.5, 1));
        assert_eq!(fields("tonemap,SetMax,.5,0,-1"), wire("tonemap", "SetMax", ".5", 0.0, -1));
        assert_eq!(fields("cmd,Command,say a, b,c,0,-1"), wire("cmd", "Command", "say a, b,c", 0.0, -1));
        assert_eq!(
            fields("cmd\u{1b}Command\u{1b}say a,b\u{1b}1.5\u{1b}-1"),
            wire("cmd", "Command", "say a,b", 1.5, -1)
        );
        assert_eq!(fields("c:\\x,Open,\\,0,1"), wire("c:\\x", "Open", "\\", 0.0, 1));
    }

    #[test]
    fn fields_may_be_missing_from_the_right_or_empty() {
        assert_eq!(fields("door,Open"), wire("door", "Open", "", 0.0, -1));
        assert_eq!(fields("door,Open,fast"), wire("door", "Open", "fast", 0.0, -1));
        assert_eq!(fields("door,Open,,,"), wire("door", "Open", "", 0.0, -1));
        for bad in ["", "door", "door,Open,,x,1", "door,Open,,0,1.5", "door,Open,,inf,1"] {
            assert_eq!(fields(bad), None, "{bad}");
        }
    }
}
