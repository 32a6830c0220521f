//! Light styles: how bright each group of baked lights is now.
//!
//! A pattern is a text of letters, `a` for dark to `z` for twice as bright as baked, `m` for just as baked; one letter lasts a
//! tenth of a second, as in Quake. The first twelve styles flicker by themselves; a light whose key `style` names a higher
//! one can be switched. A light's own text is its key `pattern`.

use super::keys::whole;
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_render::{Frame, LIGHT_STYLES};

/// Letters a second.
pub const PATTERN_HERTZ: f64 = 10.0;

/// The styles that flicker by themselves, by number: our own texts, of the character that Quake's mappers expect.
const PATTERNS: [&str; 12] = [
    "m",
    "mmpmommqmmnmmomrmmmnpm",           // flickers
    "acegikmoqsuwyzywusqomkigec",       // swells and sinks, slowly, strongly
    "mnlompkmnjommlnokmmnl",            // a candle
    "ma",                               // strobes, fast
    "jklmnopqrstuvwxyzyxwvutsrqponmlk", // swells and sinks, gently
    "momnmkmpmmlmnmqmmjm",              // flickers, otherwise
    "mmklmnnmomlkkmnommnl",             // another candle
    "mmmmlmkmjkmmnmmmmmonmlmm",         // a third
    "aaaaaaaazzzzzzzz",                 // strobes, slowly
    "mmamammmmammamamaaamammma",        // a tube that will not start
    "acfilorurolifca",                  // swells and sinks, not to the dark for long
];

/// What lights say of their styles.
#[derive(Debug, Default)]
pub(super) struct Styles {
    /// Style, whether it shines, its own pattern.
    own: Vec<(usize, bool, Option<String>)>,
}

impl Styles {
    pub(super) fn clear(&mut self) {
        self.own.clear();
    }

    pub(super) fn look(&mut self, entities: &EntityWorld, entity: EntityId, class: &str) {
        if !class.get(..5).is_some_and(|head| head.eq_ignore_ascii_case("light")) {
            return;
        }
        let style = usize::try_from(whole(entities, entity, "style")).unwrap_or(0);
        if style == 0 || style >= LIGHT_STYLES {
            return;
        }
        let pattern = entities.text_field(entity, "pattern").filter(|pattern| !pattern.is_empty());
        let (on, is_news) = (entities.is_enabled(entity), pattern.is_some() || !entities.is_enabled(entity));
        if is_news {
            self.own.push((style, on, pattern.map(str::to_owned)));
        }
    }

    pub(super) fn fill(&self, frame: &mut Frame) {
        for (style, brightness) in frame.light_styles.0.iter_mut().enumerate() {
            *brightness = pattern_brightness(PATTERNS.get(style).copied().unwrap_or_default(), frame.time);
        }
        for (style, on, pattern) in &self.own {
            let brightness = &mut frame.light_styles.0[*style];
            if let Some(pattern) = pattern {
                *brightness = pattern_brightness(pattern, frame.time);
            }
            if !on {
                *brightness = 0.0;
            }
        }
    }
}

/// How bright a pattern is at a moment, 1 for as baked: what stands between two letters goes from one to the other, so that
/// nothing jumps at a tenth of a second. An empty pattern is always 1.
///
/// ```
/// use kerosene_host::pattern_brightness;
/// assert_eq!(pattern_brightness("am", 0.0), 0.0);
/// assert_eq!(pattern_brightness("am", 0.15), 0.5); // on the way back to dark
/// assert_eq!(pattern_brightness("", 7.0), 1.0);
/// ```
#[must_use]
pub fn pattern_brightness(pattern: &str, seconds: f64) -> f32 {
    let letters = pattern.as_bytes();
    if letters.is_empty() {
        return 1.0;
    }
    let at = (seconds * PATTERN_HERTZ).max(0.0) % letters.len() as f64;
    let (index, share) = (at as usize % letters.len(), at.fract() as f32);
    let bright = |index: usize| f32::from(letters[index % letters.len()].clamp(b'a', b'z') - b'a') / 12.0;
    bright(index) + (bright(index + 1) - bright(index)) * share
}
