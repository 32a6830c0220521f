//! What models of gamepads are known by.

use std::fmt;

/// SDL's identity of a model of gamepad, 16 bytes: bus, checksum of the name, vendor, product and version, each two bytes,
/// little end first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Guid([u8; 16]);

impl Guid {
    /// The identity of a model by the numbers that Linux knows it by.
    ///
    /// ```
    /// use kerosene_input::Guid;
    /// let guid = Guid::from_ids(3, 0x045e, 0x028e, 0x0114);
    /// assert_eq!(guid.to_string(), "030000005e0400008e02000014010000");
    /// assert_eq!(Guid::parse("030000005E0400008E02000014010000"), Some(guid));
    /// ```
    #[must_use]
    pub fn from_ids(bus: u16, vendor: u16, product: u16, version: u16) -> Self {
        let mut bytes = [0; 16];
        for (at, id) in [(0, bus), (4, vendor), (8, product), (12, version)] {
            bytes[at..at + 2].copy_from_slice(&id.to_le_bytes());
        }
        Self(bytes)
    }

    /// The identity as SDL writes it: 32 hexadecimal digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 32 {
            return None;
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let high = char::from(pair[0]).to_digit(16)?;
            let low = char::from(pair[1]).to_digit(16)?;
            *byte = (high * 16 + low) as u8;
        }
        Some(Self(bytes))
    }

    /// The same without the checksum of the name, which older tables do not have.
    #[must_use]
    pub fn without_checksum(mut self) -> Self {
        self.0[2..4].fill(0);
        self
    }

    /// The same without checksum and version: all versions of a model.
    #[must_use]
    pub fn without_version(self) -> Self {
        let mut any = self.without_checksum();
        any.0[12..14].fill(0);
        any
    }

    /// Whether it names a vendor; of devices without one, the name stands in the bytes, and a version means nothing.
    #[must_use]
    pub fn has_vendor(self) -> bool {
        self.0[4..6] != [0, 0] && self.0[6..8] == [0, 0]
    }
}

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
