//! What every kind of resource has to stand.

/// A resource of which a bit is flipped or the end is cut off is refused.
pub(crate) fn damage_is_refused(sound: &[u8], is_refused: impl Fn(&[u8]) -> bool) {
    for bit in 0..sound.len() * 8 {
        let mut bytes = sound.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(is_refused(&bytes), "bit {bit}");
    }
    for length in 0..sound.len() {
        assert!(is_refused(&sound[..length]), "{length} bytes");
    }
}
