//! Texts at places on the screen, in colours, that come and go.

use kerosene_entity::{TextEffect, TextRequest};

/// Texts that are shown at the same time, each on a channel of its own.
const CHANNELS: usize = 8;

/// How often a text that flickers may change in a second.
const FLICKERS: f64 = 20.0;

/// The texts that are shown now, by channel.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    channels: [Option<(String, TextRequest, f64)>; CHANNELS],
}

/// A text as it is to be seen now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SeenText<'a> {
    /// What has come of it so far.
    pub(crate) text: &'a str,
    /// Bytes of it that have the colour of what comes just now, at its end.
    pub(crate) newest: usize,
    /// All of it, which it has its place by.
    pub(crate) whole: &'a str,
    pub(crate) how: &'a TextRequest,
    /// How much of it is to be seen, 0 to 1.
    pub(crate) share: f32,
}

impl Texts {
    /// Shows a text from now on, in the place of the one on its channel.
    pub(crate) fn show(&mut self, text: &str, how: TextRequest, now: f64) {
        if let Some(channel) = self.channels.get_mut(usize::from(how.channel)) {
            // Mappers write the two characters, since a key is one line.
            *channel = Some((text.replace("\\n", "\n"), how, now));
        }
    }

    /// What is to be seen now, by channel.
    pub(crate) fn at(&self, now: f64) -> impl Iterator<Item = SeenText<'_>> {
        self.channels.iter().flatten().filter_map(move |(text, how, began)| seen(text, how, now - began))
    }
}

/// A text so many seconds after it began; `None` before and after its time.
fn seen<'a>(text: &'a str, how: &'a TextRequest, since: f64) -> Option<SeenText<'a>> {
    let letters = if how.effect == TextEffect::Scan { text.chars().count() as f64 } else { 1.0 };
    let [comes, holds, goes] = [how.fade_in, how.hold, how.fade_out].map(f64::from);
    let (come, end) = (comes * letters, comes * letters + holds);
    // A rewind may have gone back before it was said.
    if since < 0.0 || since >= end + goes {
        return None;
    }
    let going = if since > end { 1.0 - (since - end) / goes } else { 1.0 };
    let (shown, newest, coming) = if how.effect == TextEffect::Scan && since < come {
        let count = (since / comes) as usize;
        let (shown, rest) = split(text, count);
        let newest = rest.chars().next().map_or(0, char::len_utf8);
        (&text[..shown.len() + newest], newest, 1.0)
    } else {
        (text, 0, if since < come { since / come } else { 1.0 })
    };
    let flicker = if how.effect == TextEffect::Flicker { flicker(since) } else { 1.0 };
    Some(SeenText { text: shown, newest, whole: text, how, share: (going.min(coming) * flicker) as f32 })
}

/// The first letters, and the others.
fn split(text: &str, letters: usize) -> (&str, &str) {
    let end = text.char_indices().nth(letters).map_or(text.len(), |(end, _)| end);
    text.split_at(end)
}

/// How bright a flickering text is: most of the time bright.
fn flicker(since: f64) -> f64 {
    // A beat's number, mixed (a step of Steele's splitmix, 2014).
    let beat = ((since * FLICKERS) as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    if (beat ^ (beat >> 29)) & 7 == 0 { 0.35 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use kerosene_entity::{EntityWorld, Registry};

    fn how(effect: TextEffect) -> TextRequest {
        let text = EntityWorld::new(&Registry::new([]).unwrap()).intern("");
        let colors = ([255; 3], [255, 0, 0]);
        TextRequest {
            text,
            place: [-1.0, 0.5],
            color: colors.0,
            newest_color: colors.1,
            effect,
            fade_in: 0.5,
            hold: 2.0,
            fade_out: 1.0,
            channel: 1,
            who: None,
        }
    }

    fn at(texts: &Texts, now: f64) -> Vec<(&str, usize, f32)> {
        texts.at(now).map(|seen| (seen.text, seen.newest, seen.share)).collect()
    }

    #[test]
    fn it_comes_stays_and_goes_as_its_times_say() {
        let mut texts = Texts::default();
        texts.show("one\\ntwo", how(TextEffect::Fade), 10.0);
        assert_eq!(at(&texts, 10.25), [("one\ntwo", 0, 0.5)]);
        assert_eq!(at(&texts, 12.4), [("one\ntwo", 0, 1.0)]);
        assert_eq!(at(&texts, 13.0), [("one\ntwo", 0, 0.5)]);
        assert_eq!((at(&texts, 13.5), at(&texts, 9.0)), (vec![], vec![]));
    }

    #[test]
    fn letters_come_one_by_one() {
        let mut texts = Texts::default();
        texts.show("abö", how(TextEffect::Scan), 0.0);
        assert_eq!(at(&texts, 0.0), [("a", 1, 1.0)]);
        assert_eq!(at(&texts, 1.1), [("abö", 2, 1.0)]);
        assert_eq!(at(&texts, 1.6), [("abö", 0, 1.0)]);
        assert_eq!(at(&texts, 4.0), [("abö", 0, 0.5)]);
        assert_eq!(at(&texts, 4.6), []);
    }

    #[test]
    fn a_channel_has_one_text_and_no_time_is_no_division_by_it() {
        let mut texts = Texts::default();
        texts.show("old", how(TextEffect::Fade), 0.0);
        let at_once = TextRequest { fade_in: 0.0, fade_out: 0.0, ..how(TextEffect::Scan) };
        texts.show("new", at_once, 0.0);
        texts.show("other", TextRequest { channel: 2, ..at_once }, 0.0);
        texts.show("nowhere", TextRequest { channel: 200, ..at_once }, 0.0);
        assert_eq!(at(&texts, 1.0), [("new", 0, 1.0), ("other", 0, 1.0)]);
        assert_eq!(at(&texts, 2.0), []);
    }

    #[test]
    fn what_flickers_is_mostly_bright() {
        let mut texts = Texts::default();
        texts.show("x", TextRequest { hold: 100.0, ..how(TextEffect::Flicker) }, 0.0);
        let dark = (20..2000).filter(|beat| at(&texts, f64::from(*beat) / FLICKERS)[0].2 < 1.0).count();
        assert!((100..500).contains(&dark), "{dark}");
    }
}
