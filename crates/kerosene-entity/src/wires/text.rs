//! A wire as text: `target,input,parameter,delay,times`.
//!
//! Compiled maps hold what Hammer's files hold, commas between the fields, or the escape character where newer editors
//! write it so that a parameter may hold commas; between commas `\,` is a comma and `\\` a backslash, as `.kmap` has
//! it. Fields may be missing from the right.

use std::time::Duration;

/// What Hammer's successors write between the fields.
const ESCAPE: char = '\u{1b}';

/// A wire from an output of one entity to an input of others, as a map states it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WireText {
    /// The output, such as `OnPressed`.
    pub output: String,
    /// Whom it reaches: a name, `prefix*`, or a special name such as `!activator`.
    pub target: String,
    /// The input, such as `Open`.
    pub input: String,
    /// The value that goes with it in place of the output's; empty to pass the output's on.
    pub parameter: String,
    /// Time from the output to the delivery.
    pub delay: Duration,
    /// How often it fires; `None` without limit.
    pub times: Option<u32>,
}

/// Why a wire cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireTextError {
    /// No target, or no input after it.
    #[error("wire `{0}` has no target and input: expected `target,input,parameter,delay,times`")]
    Incomplete(String),
    /// A delay that is no number of seconds from 0 on.
    #[error("wire `{wire}` has the delay `{delay}`: expected seconds, 0 or more")]
    Delay {
        /// The wire.
        wire: String,
        /// What stands for the delay.
        delay: String,
    },
    /// A count that is no whole number.
    #[error("wire `{wire}` has the count `{times}`: expected a whole number, -1 for no limit")]
    Times {
        /// The wire.
        wire: String,
        /// What stands for the count.
        times: String,
    },
}

/// The longest delay that is kept: a thousand years. Longer ones become it.
const LONGEST_SECONDS: f64 = 31_557_600_000.0;

impl WireText {
    /// Reads the value of an output's key.
    ///
    /// # Errors
    /// [`WireTextError`] where target or input is missing, or a number is none.
    ///
    /// ```
    /// use kerosene_entity::WireText;
    /// use std::time::Duration;
    ///
    /// let wire = WireText::parse("OnPressed", "door*,Open,,0.5,1")?;
    /// assert_eq!((&*wire.target, &*wire.input), ("door*", "Open"));
    /// assert_eq!((wire.delay, wire.times), (Duration::from_millis(500), Some(1)));
    /// assert_eq!(WireText::parse("OnPressed", "console\u{1b}Command\u{1b}say a,b\u{1b}0\u{1b}-1")?.parameter, "say a,b");
    /// # Ok::<(), kerosene_entity::WireTextError>(())
    /// ```
    pub fn parse(output: &str, text: &str) -> Result<Self, WireTextError> {
        let fields = if text.contains(ESCAPE) { split_escape(text) } else { split_commas(text) };
        Self::from_fields(output, text, &fields)
    }

    /// Reads the parameter of the input `AddOutput`: `Output target:input:parameter:delay:times`.
    ///
    /// # Errors
    /// [`WireTextError`], as for [`WireText::parse`].
    ///
    /// ```
    /// use kerosene_entity::WireText;
    ///
    /// let wire = WireText::parse_addition("OnUser1 lamp:TurnOn::2:-1")?;
    /// assert_eq!((&*wire.output, &*wire.target, &*wire.input), ("OnUser1", "lamp", "TurnOn"));
    /// # Ok::<(), kerosene_entity::WireTextError>(())
    /// ```
    pub fn parse_addition(text: &str) -> Result<Self, WireTextError> {
        let (output, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        Self::from_fields(output, text, &split_colons(rest.trim()))
    }

    fn from_fields(output: &str, text: &str, fields: &Fields) -> Result<Self, WireTextError> {
        let shown = || text.chars().take(80).collect::<String>();
        let [target, input] = [&fields.target, &fields.input].map(|field| field.trim().to_owned());
        if target.is_empty() || input.is_empty() || output.trim().is_empty() {
            return Err(WireTextError::Incomplete(shown()));
        }
        let delay = seconds(&fields.delay)
            .ok_or_else(|| WireTextError::Delay { wire: shown(), delay: fields.delay.clone() })?;
        let times =
            count(&fields.times).ok_or_else(|| WireTextError::Times { wire: shown(), times: fields.times.clone() })?;
        let output = output.trim().to_owned();
        Ok(Self { output, target, input, parameter: fields.parameter.clone(), delay, times })
    }

    /// The value that [`WireText::parse`] reads back.
    ///
    /// ```
    /// use kerosene_entity::WireText;
    ///
    /// let wire = WireText::parse("OnUse", "door,Open")?;
    /// assert_eq!(wire.to_text(), "door,Open,,0,-1");
    /// # Ok::<(), kerosene_entity::WireTextError>(())
    /// ```
    pub fn to_text(&self) -> String {
        let escaped = |field: &str| field.replace('\\', "\\\\").replace(',', "\\,");
        let times = self.times.map_or_else(|| "-1".to_owned(), |times| times.to_string());
        let (target, input) = (escaped(&self.target), escaped(&self.input));
        format!("{target},{input},{},{},{times}", self.parameter, delay_text(self.delay))
    }
}

/// Seconds in the shortest exact decimal form.
fn delay_text(delay: Duration) -> String {
    let text = format!("{}.{:09}", delay.as_secs(), delay.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    if text.is_empty() {
        return Some(Duration::ZERO);
    }
    let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite())?;
    // Hammer writes a delay below 0 for one that was never set.
    Some(Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_SECONDS)))
}

/// The count: `None` within for no limit, as -1 and every other negative number means.
#[allow(clippy::option_option, reason = "the outer says whether it could be read, the inner whether there is a limit")]
fn count(text: &str) -> Option<Option<u32>> {
    let text = text.trim();
    if text.is_empty() {
        return Some(None);
    }
    // Some tools write the count as a float.
    let whole = text.parse::<i64>().ok().or_else(|| {
        let number = text.parse::<f64>().ok()?;
        (number == number.trunc() && number.abs() < 1e15).then_some(number as i64)
    })?;
    Some(u32::try_from(whole).ok().or((whole > 0).then_some(u32::MAX)))
}

/// The five fields, empty where missing.
#[derive(Debug, Default)]
struct Fields {
    target: String,
    input: String,
    parameter: String,
    delay: String,
    times: String,
}

fn split_escape(text: &str) -> Fields {
    let mut fields = text.split(ESCAPE).map(str::to_owned);
    let mut next = || fields.next().unwrap_or_default();
    Fields { target: next(), input: next(), parameter: next(), delay: next(), times: next() }
}

/// The first two commas that are not escaped and the last two divide: the parameter between may hold commas.
fn split_commas(text: &str) -> Fields {
    let (target, rest) = split_escaped(text);
    let (input, rest) = split_escaped(rest);
    let (parameter, delay, times) = split_rest(rest, ',');
    Fields { target, input, parameter, delay, times }
}

fn split_colons(text: &str) -> Fields {
    let (target, rest) = text.split_once(':').unwrap_or((text, ""));
    let (input, rest) = rest.split_once(':').unwrap_or((rest, ""));
    let (parameter, delay, times) = split_rest(rest, ':');
    Fields { target: target.to_owned(), input: input.to_owned(), parameter, delay, times }
}

fn split_rest(rest: &str, separator: char) -> (String, String, String) {
    let owned = str::to_owned;
    let Some((before, last)) = rest.rsplit_once(separator) else { return (owned(rest), String::new(), String::new()) };
    match before.rsplit_once(separator) {
        Some((parameter, delay)) => (owned(parameter), owned(delay), owned(last)),
        None => (owned(before), owned(last), String::new()),
    }
}

/// The field up to the first comma that is not escaped, its escapes undone, and what follows.
fn split_escaped(text: &str) -> (String, &str) {
    let mut field = String::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            ',' => return (field, text.get(at + 1..).unwrap_or_default()),
            '\\' => {
                // A backslash before anything else is itself.
                let next = characters.next_if(|(_, next)| matches!(next, ',' | '\\'));
                field.push(next.map_or('\\', |(_, next)| next));
            }
            other => field.push(other),
        }
    }
    (field, "")
}
