//! Gizmos: lines that a script draws to be understood.
//!
//! They are drawn anew in each tick that wants them, or stay for a while. They are for people and no part of the level's state:
//! hashes, saves and replays know nothing of them. Whoever draws pictures takes [`Gizmos::lines`], and cuts them off where his
//! picture ends.

use kerosene_entity::Time;
use kerosene_math::{Vec3, deterministic};

/// Most lines at once.
pub const MAX_LINES: usize = 8192;

/// Lines that a great circle of a sphere is made of.
const SEGMENTS: usize = 16;

/// A colour as `0xRRGGBB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color(pub u32);

impl Color {
    /// Red.
    pub const RED: Self = Self(0xff_0000);
    /// Green.
    pub const GREEN: Self = Self(0x00_ff00);
    /// Blue.
    pub const BLUE: Self = Self(0x00_00ff);
    /// Yellow.
    pub const YELLOW: Self = Self(0xff_ff00);
    /// Cyan.
    pub const CYAN: Self = Self(0x00_ffff);
    /// Magenta.
    pub const MAGENTA: Self = Self(0xff_00ff);
    /// Orange.
    pub const ORANGE: Self = Self(0xff_a500);
    /// White.
    pub const WHITE: Self = Self(0xff_ffff);
    /// Gray.
    pub const GRAY: Self = Self(0x80_8080);

    /// The colours that have names.
    pub const NAMED: [(&'static str, Self); 9] = [
        ("red", Self::RED),
        ("green", Self::GREEN),
        ("blue", Self::BLUE),
        ("yellow", Self::YELLOW),
        ("cyan", Self::CYAN),
        ("magenta", Self::MAGENTA),
        ("orange", Self::ORANGE),
        ("white", Self::WHITE),
        ("gray", Self::GRAY),
    ];

    /// The colour of a name, ASCII case ignored, or of `#rrggbb`; `None` for what is neither.
    ///
    /// ```
    /// use kerosene_framework::Color;
    ///
    /// assert_eq!(Color::from_name("Orange"), Some(Color::ORANGE));
    /// assert_eq!(Color::from_name("#ffa500"), Some(Color::ORANGE));
    /// assert_eq!(Color::from_name("#ffa5"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let Some(digits) = name.strip_prefix('#') else {
            let named = Self::NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            return named.map(|&(_, color)| color);
        };
        let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u32::from_str_radix(digits, 16).ok().filter(|_| is_color).map(Self)
    }

    /// Red, green and blue, 0 to 1 each.
    #[must_use]
    pub fn to_rgb(self) -> [f32; 3] {
        [16, 8, 0].map(|shift| (self.0 >> shift & 0xff) as f32 / 255.0)
    }
}

/// A line of a gizmo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GizmoLine {
    /// One end, in units.
    pub from: Vec3,
    /// The other.
    pub to: Vec3,
    /// Its colour.
    pub color: Color,
    /// The last moment at which it is to be seen.
    until: Time,
}

/// The lines that are to be seen.
#[derive(Debug)]
pub struct Gizmos {
    lines: Vec<GizmoLine>,
    enabled: bool,
    /// Lines that there was no room for, and whether that was said.
    dropped: u64,
    warned: bool,
}

impl Default for Gizmos {
    fn default() -> Self {
        Self { lines: Vec::new(), enabled: true, dropped: 0, warned: false }
    }
}

impl Gizmos {
    /// The lines that are to be seen now.
    #[must_use]
    pub fn lines(&self) -> &[GizmoLine] {
        if self.enabled { &self.lines } else { &[] }
    }

    /// Shows gizmos or hides them, whatever draws them.
    pub fn set_enabled(&mut self, on: bool) {
        self.enabled = on;
    }

    /// Lines that there was no room for since the level began.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// A tick begins: what has been seen long enough goes, the rest closes up in place.
    pub(crate) fn begin_tick(&mut self, now: Time) {
        self.lines.retain(|line| line.until >= now);
    }

    pub(crate) fn clear(&mut self) {
        self.lines.clear();
    }

    /// Whether lines were dropped for the first time.
    pub(crate) fn take_warning(&mut self) -> bool {
        let first = self.dropped > 0 && !self.warned;
        self.warned |= first;
        first
    }

    /// A line, seen until a moment: in the tick that is running if that is now.
    pub fn line(&mut self, from: Vec3, to: Vec3, color: Color, until: Time) {
        if !from.is_finite() || !to.is_finite() {
            return;
        }
        if self.lines.capacity() < MAX_LINES {
            self.lines.reserve_exact(MAX_LINES);
        }
        if self.lines.len() < MAX_LINES {
            self.lines.push(GizmoLine { from, to, color, until });
        } else {
            self.dropped += 1;
        }
    }

    /// The twelve edges of a box of that middle and whole edge lengths.
    pub fn cuboid(&mut self, middle: Vec3, size: Vec3, color: Color, until: Time) {
        let corner = |bits: usize| {
            let sign = |axis: usize| if bits >> axis & 1 == 1 { 0.5 } else { -0.5 };
            middle + size * Vec3::new(sign(0), sign(1), sign(2))
        };
        for axis in 0..3 {
            for other in (0..8).filter(|bits| bits >> axis & 1 == 0) {
                self.line(corner(other), corner(other | 1 << axis), color, until);
            }
        }
    }

    /// Three great circles, each of 16 lines.
    pub fn sphere(&mut self, middle: Vec3, radius: f32, color: Color, until: Time) {
        for [across, along] in [[Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z], [Vec3::Z, Vec3::X]] {
            self.circle(middle, across * radius, along * radius, color, until);
        }
    }

    /// A circle on the ground, of 16 lines.
    pub fn flat_circle(&mut self, middle: Vec3, radius: f32, color: Color, until: Time) {
        self.circle(middle, Vec3::X * radius, Vec3::Y * radius, color, until);
    }

    /// Three lines that meet in a point, of that length to each side.
    pub fn cross(&mut self, middle: Vec3, size: f32, color: Color, until: Time) {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            self.line(middle - axis * size, middle + axis * size, color, until);
        }
    }

    fn circle(&mut self, middle: Vec3, across: Vec3, along: Vec3, color: Color, until: Time) {
        let place = |segment: usize| {
            let degrees = 360.0 * (segment % SEGMENTS) as f64 / SEGMENTS as f64;
            let (sin, cos) = deterministic::sin_cos_degrees(degrees);
            middle + across * cos as f32 + along * sin as f32
        };
        for segment in 0..SEGMENTS {
            self.line(place(segment), place(segment + 1), color, until);
        }
    }
}
