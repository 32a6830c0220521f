//! How large a picture is, from its first bytes: PNG, TGA and JPEG, which Quake 3's textures are.

/// Most segments of a JPEG that are passed in search of its size.
const MAX_SEGMENTS: usize = 4096;

/// Width and height in pixels; `None` for what is no picture of these. `name` tells TGA, which has no mark of its own.
///
/// ```
/// let tga = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 32, 0, 24, 0];
/// assert_eq!(kerosene_foreign::picture_size("wall.tga", &tga), Some((64, 32)));
/// assert_eq!(kerosene_foreign::picture_size("wall.txt", &tga), None);
/// ```
#[must_use]
pub fn picture_size(name: &str, bytes: &[u8]) -> Option<(u32, u32)> {
    let size = match bytes {
        [0x89, b'P', b'N', b'G', ..] => {
            let word = |at: usize| bytes.get(at..at + 4)?.first_chunk().copied().map(u32::from_be_bytes);
            (word(16)?, word(20)?)
        }
        [0xff, 0xd8, ..] => jpeg(bytes)?,
        _ if name.to_ascii_lowercase().ends_with(".tga") => {
            let word = |at: usize| bytes.get(at..at + 2)?.first_chunk().copied().map(u16::from_le_bytes);
            (u32::from(word(12)?), u32::from(word(14)?))
        }
        _ => return None,
    };
    Some(size).filter(|(width, height)| (1..=crate::MAX_SIDE).contains(width) && (1..=crate::MAX_SIDE).contains(height))
}

/// Goes from segment to segment to the frame's head (ITU-T T.81, B.2.2).
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    for _ in 0..MAX_SEGMENTS {
        let [mark, kind, high, low] = *bytes.get(at..at + 4)?.first_chunk()?;
        if mark != 0xff {
            return None;
        }
        let is_frame = matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            let [height, width] = [at + 5, at + 7]
                .map(|at| bytes.get(at..at + 2).and_then(|bytes| bytes.first_chunk().copied().map(u16::from_be_bytes)));
            return Some((u32::from(width?), u32::from(height?)));
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
    None
}
