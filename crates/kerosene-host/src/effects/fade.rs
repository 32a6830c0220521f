//! A colour over the whole screen that comes or goes.

use kerosene_entity::FadeRequest;

/// The last fade that was asked for.
#[derive(Debug, Default)]
pub(crate) struct Fade {
    last: Option<(FadeRequest, f64)>,
}

impl Fade {
    pub(crate) fn begin(&mut self, fade: FadeRequest, now: f64) {
        self.last = Some((fade, now));
    }

    /// Red, green, blue and opacity that lie over the picture now, 0 to 255.
    pub(crate) fn at(&self, now: f64) -> Option<[u8; 4]> {
        let (fade, began) = self.last?;
        let since = (now - began).max(0.0);
        let (duration, hold) = (f64::from(fade.duration), f64::from(fade.hold));
        let done = if duration > 0.0 { (since / duration).min(1.0) } else { 1.0 };
        let share = match (fade.from_color, fade.stay) {
            (true, true) => 1.0,
            // The colour is held first, then it goes.
            (true, false) if duration > 0.0 => 1.0 - ((since - hold) / duration).clamp(0.0, 1.0),
            (true, false) => f64::from(u8::from(since < hold)),
            (false, true) => done,
            (false, false) => {
                if since < duration + hold {
                    done
                } else {
                    0.0
                }
            }
        };
        let [red, green, blue, alpha] = fade.color;
        let alpha = (f64::from(alpha) * share).round() as u8;
        (alpha > 0).then_some([red, green, blue, alpha])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fade(from_color: bool, stay: bool) -> Fade {
        let color = [10, 20, 30, 200];
        let mut fade = Fade::default();
        fade.begin(FadeRequest { color, duration: 2.0, hold: 1.0, from_color, stay, who: None }, 10.0);
        fade
    }

    #[test]
    fn it_comes_holds_and_is_gone() {
        let to = fade(false, false);
        assert_eq!(to.at(11.0), Some([10, 20, 30, 100]));
        assert_eq!((to.at(12.9), to.at(13.1)), (Some([10, 20, 30, 200]), None));
        assert_eq!(fade(false, true).at(99.0), Some([10, 20, 30, 200]));
    }

    #[test]
    fn it_goes_after_it_was_held() {
        let from = fade(true, false);
        assert_eq!((from.at(10.5), from.at(12.0)), (Some([10, 20, 30, 200]), Some([10, 20, 30, 100])));
        assert_eq!(from.at(13.0), None);
    }
}
