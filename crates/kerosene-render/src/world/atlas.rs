//! Many small pictures in one large one.

/// Widest atlas, in texels.
const WIDEST: u32 = 2048;

/// A picture of baked light that the faces of a section share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Atlas {
    /// Width and height in texels, at least 1 each.
    pub(crate) size: [u32; 2],
    /// Row by row, shared exponent (RGB9E5).
    pub(crate) texels: Vec<u32>,
}

impl Atlas {
    /// A single black texel: what a section without baked light has.
    pub(crate) fn empty() -> Self {
        Self { size: [1; 2], texels: vec![0] }
    }

    /// Copies a picture into a place of this one.
    pub(super) fn put(&mut self, place: [u32; 2], size: [u32; 2], texels: &[u32]) {
        for (row, line) in texels.chunks_exact(size[0].max(1) as usize).enumerate() {
            let start = (place[1] as usize + row) * self.size[0] as usize + place[0] as usize;
            if let Some(to) = self.texels.get_mut(start..start + line.len()) {
                to.copy_from_slice(line);
            }
        }
    }
}

/// Places for rectangles side by side on shelves: the highest first, so that those of one shelf are nearly as high.
/// Gives the places by rectangle, and the size of the whole.
pub(super) fn pack(sizes: &[[u32; 2]]) -> (Vec<[u32; 2]>, [u32; 2]) {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&number| (std::cmp::Reverse(sizes[number][1]), std::cmp::Reverse(sizes[number][0]), number));
    let area: u64 = sizes.iter().map(|size| u64::from(size[0]) * u64::from(size[1])).sum();
    let widest = sizes.iter().map(|size| size[0]).max().unwrap_or(1);
    let width = (area as f64).sqrt().ceil().clamp(1.0, f64::from(WIDEST)) as u32;
    let width = width.next_power_of_two().max(widest);
    let mut places = vec![[0; 2]; sizes.len()];
    let (mut x, mut y, mut shelf) = (0, 0, 0);
    for number in order {
        let [wide, high] = sizes[number];
        if x + wide > width {
            (x, y, shelf) = (0, y + shelf, 0);
        }
        places[number] = [x, y];
        x += wide;
        shelf = shelf.max(high);
    }
    (places, [width, (y + shelf).max(1)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_math::Pcg32;

    #[test]
    fn rectangles_do_not_overlap() {
        let mut random = Pcg32::new(3, 1);
        let mut side = |most: u32| 1 + random.next_u32() % most;
        let sizes: Vec<[u32; 2]> = (0..300).map(|_| [side(40), side(60)]).collect();
        let (places, [width, height]) = pack(&sizes);
        let mut taken = vec![false; (width * height) as usize];
        for (place, size) in places.iter().zip(&sizes) {
            for y in place[1]..place[1] + size[1] {
                for x in place[0]..place[0] + size[0] {
                    assert!(x < width && y < height);
                    assert!(!std::mem::replace(&mut taken[(y * width + x) as usize], true));
                }
            }
        }
        let used = taken.iter().filter(|taken| **taken).count();
        assert!(used * 2 > taken.len(), "{used} of {}", taken.len());
    }

    #[test]
    fn nothing_takes_a_texel() {
        assert_eq!(pack(&[]), (Vec::new(), [1, 1]));
    }
}
