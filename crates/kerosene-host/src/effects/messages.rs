//! Texts in the middle of the screen.

/// Seconds that a text stays, and those that it takes to go.
const STAYS: f64 = 4.0;
const GOES: f64 = 0.75;

/// Most texts at once; the oldest make room.
const MOST: usize = 4;

/// The texts that are shown now.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    texts: Vec<(String, f64)>,
}

impl Messages {
    /// Shows a text from now on; one that is shown already stays for longer.
    pub(crate) fn show(&mut self, text: String, now: f64) {
        if text.trim().is_empty() {
            return;
        }
        self.texts.retain(|(shown, began)| *shown != text && is_there(*began, now));
        if self.texts.len() >= MOST {
            self.texts.remove(0);
        }
        self.texts.push((text, now));
    }

    /// The texts and how much of each is to be seen, 0 to 1, oldest first.
    pub(crate) fn at(&self, now: f64) -> impl Iterator<Item = (&str, f32)> {
        let seen = move |began: f64| ((began + STAYS + GOES - now) / GOES).clamp(0.0, 1.0) as f32;
        // A rewind may have gone back before it was said.
        let there = self.texts.iter().filter(move |(_, began)| *began <= now);
        there.map(move |(text, began)| (text.as_str(), seen(*began))).filter(|(_, share)| *share > 0.0)
    }
}

fn is_there(began: f64, now: f64) -> bool {
    (0.0..STAYS + GOES).contains(&(now - began))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_and_goes_and_is_shown_once() {
        let mut messages = Messages::default();
        messages.show("hello".to_owned(), 1.0);
        messages.show("  ".to_owned(), 1.0);
        messages.show("hello".to_owned(), 2.0);
        assert_eq!(messages.at(2.0).collect::<Vec<_>>(), [("hello", 1.0)]);
        assert_eq!(messages.at(6.0 + GOES / 2.0).collect::<Vec<_>>(), [("hello", 0.5)]);
        assert_eq!(messages.at(6.75).count(), 0);
        for number in 0..10 {
            messages.show(number.to_string(), 7.0);
        }
        assert_eq!(messages.at(7.0).map(|(text, _)| text).collect::<Vec<_>>(), ["6", "7", "8", "9"]);
    }
}
