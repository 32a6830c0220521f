//! Devices, whose they are, and how sensitive each is.

use std::collections::BTreeMap;
use std::fmt;

/// What a device is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviceKind {
    /// A keyboard.
    Keyboard,
    /// A mouse, or what moves a pointer like one.
    Mouse,
    /// A gamepad.
    Gamepad,
}

/// A device: the nth of its kind. Where the window system does not tell keyboards or mice apart, all are number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceId {
    /// What it is.
    pub kind: DeviceKind,
    /// Which of its kind. The numbers of gamepads are not used again while the program runs.
    pub number: u16,
}

impl DeviceId {
    /// The first keyboard, or all of them together.
    pub const KEYBOARD: Self = Self { kind: DeviceKind::Keyboard, number: 0 };
    /// The first mouse, or all of them together.
    pub const MOUSE: Self = Self { kind: DeviceKind::Mouse, number: 0 };

    /// A gamepad.
    #[must_use]
    pub const fn gamepad(number: u16) -> Self {
        Self { kind: DeviceKind::Gamepad, number }
    }
}

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            DeviceKind::Keyboard => "keyboard",
            DeviceKind::Mouse => "mouse",
            DeviceKind::Gamepad => "gamepad",
        };
        write!(f, "{kind} {}", self.number)
    }
}

/// One of the players at this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PlayerSlot(u8);

impl PlayerSlot {
    /// Most players at one machine.
    pub const COUNT: usize = 4;
    /// The one whom keyboard and mouse belong to, and every gamepad until it is given to another.
    pub const FIRST: Self = Self(0);

    /// The player of that number, counted from 0.
    ///
    /// ```
    /// use kerosene_input::PlayerSlot;
    /// assert_eq!(PlayerSlot::new(0), Some(PlayerSlot::FIRST));
    /// assert_eq!(PlayerSlot::new(4), None);
    /// ```
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number as u8))
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Its number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known about a device.
#[derive(Debug, Clone, PartialEq)]
pub struct Device {
    /// Which it is.
    pub id: DeviceId,
    /// What it calls itself.
    pub name: String,
    /// Whose it is.
    pub player: PlayerSlot,
    /// What its motion is multiplied by, beside the sensitivity for all devices of its kind.
    pub factor: f32,
}

/// The devices that were ever told of, and the factors that a player gave to devices by name.
#[derive(Debug, Clone, Default)]
pub struct Devices {
    known: Vec<Device>,
    /// By name in lower case; kept for devices that are not there now.
    factors: BTreeMap<String, f32>,
}

impl Devices {
    /// Most names with a factor of their own.
    const MOST_FACTORS: usize = 256;
    /// What a factor may be.
    pub(crate) const FACTORS: std::ops::RangeInclusive<f32> = 0.01..=100.0;

    /// Those that are there.
    pub fn iter(&self) -> impl Iterator<Item = &Device> {
        self.known.iter()
    }

    /// Whose a device is.
    #[must_use]
    pub fn player_of(&self, id: DeviceId) -> PlayerSlot {
        self.find(id).map_or(PlayerSlot::FIRST, |device| device.player)
    }

    /// What a device's motion is multiplied by.
    #[must_use]
    pub fn factor_of(&self, id: DeviceId) -> f32 {
        self.find(id).map_or(1.0, |device| device.factor)
    }

    /// The factors that devices have by name, in lower case.
    pub fn factors(&self) -> impl Iterator<Item = (&str, f32)> {
        self.factors.iter().map(|(name, factor)| (name.as_str(), *factor))
    }

    pub(crate) fn add(&mut self, id: DeviceId, name: &str) {
        self.remove(id);
        let factor = self.factors.get(&name.to_lowercase()).copied().unwrap_or(1.0);
        self.known.push(Device { id, name: name.to_owned(), player: PlayerSlot::FIRST, factor });
    }

    pub(crate) fn remove(&mut self, id: DeviceId) {
        self.known.retain(|device| device.id != id);
    }

    /// Gives a device to a player; false where there is no such device.
    pub(crate) fn assign(&mut self, id: DeviceId, player: PlayerSlot) -> bool {
        let device = self.known.iter_mut().find(|device| device.id == id);
        device.map(|device| device.player = player).is_some()
    }

    /// Gives all devices of a name a factor, now and when they come; 1 forgets the name. False where too many names have
    /// one.
    pub(crate) fn set_factor(&mut self, name: &str, factor: f32) -> bool {
        let name = name.to_lowercase();
        let factor = factor.clamp(*Self::FACTORS.start(), *Self::FACTORS.end());
        if factor == 1.0 {
            self.factors.remove(&name);
        } else if self.factors.len() < Self::MOST_FACTORS || self.factors.contains_key(&name) {
            self.factors.insert(name.clone(), factor);
        } else {
            return false;
        }
        for device in self.known.iter_mut().filter(|device| device.name.to_lowercase() == name) {
            device.factor = factor;
        }
        true
    }

    fn find(&self, id: DeviceId) -> Option<&Device> {
        self.known.iter().find(|device| device.id == id)
    }
}
