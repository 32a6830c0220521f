//! What the first letters of a texture's name say in Quake and Half-Life.

/// What a texture's name says of it.
///
/// ```
/// use kerosene_foreign::{Animation, QuakeName};
///
/// assert!(QuakeName::of("{fence").fence && QuakeName::of("*lava1").liquid && QuakeName::of("!water").liquid);
/// assert!(QuakeName::of("sky4").sky);
/// assert_eq!(QuakeName::of("+2slip").animation, Some(Animation { alternate: false, frame: 2 }));
/// assert_eq!(QuakeName::of("+bslip").animation, Some(Animation { alternate: true, frame: 1 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QuakeName {
    /// `{`: the last colour of the palette is a hole.
    pub fence: bool,
    /// `*`, or `!` in Half-Life: a liquid.
    pub liquid: bool,
    /// `sky`: two layers of sky beside each other in Quake.
    pub sky: bool,
    /// `+`: a picture of an animation.
    pub animation: Option<Animation>,
}

/// A picture of an animation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Animation {
    /// Whether it belongs to the sequence that is shown when its brush was used.
    pub alternate: bool,
    /// Its place in the sequence, from 0.
    pub frame: u8,
}

impl QuakeName {
    /// What a name says.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let first = bytes.first().copied().unwrap_or_default();
        let animation = (first == b'+').then_some(()).and_then(|()| match bytes.get(1)?.to_ascii_lowercase() {
            digit @ b'0'..=b'9' => Some(Animation { alternate: false, frame: digit - b'0' }),
            letter @ b'a'..=b'j' => Some(Animation { alternate: true, frame: letter - b'a' }),
            _ => None,
        });
        Self {
            fence: first == b'{',
            liquid: matches!(first, b'*' | b'!'),
            sky: bytes.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"sky")),
            animation,
        }
    }
}
