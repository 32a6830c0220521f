//! A set of small numbers.

use std::ops::Range;

const WORD: u32 = u64::BITS;

/// A set of numbers below a bound, one bit for each.
#[derive(Debug, Clone)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(super) fn new(count: usize) -> Self {
        Self { words: vec![0; count.div_ceil(WORD as usize)] }
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Sets all numbers, and some past the bound, which nobody asks for.
    pub(super) fn set_all(&mut self) {
        self.words.fill(u64::MAX);
    }

    pub(super) fn set(&mut self, number: u32) {
        self.words[(number / WORD) as usize] |= 1 << (number % WORD);
    }

    pub(super) fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The runs of numbers in the set within a range, in order.
    pub(super) fn runs(&self, within: Range<u32>) -> impl Iterator<Item = Range<u32>> + '_ {
        let mut at = within.start;
        std::iter::from_fn(move || {
            let start = self.next(at, within.end, true)?;
            let end = self.next(start, within.end, false).unwrap_or(within.end);
            at = end;
            Some(start..end)
        })
    }

    /// The first number from `from` and before `end` that is in the set, or is not.
    fn next(&self, from: u32, end: u32, set: bool) -> Option<u32> {
        let mut at = from;
        while at < end {
            let word = self.words[(at / WORD) as usize];
            let word = (if set { word } else { !word }) >> (at % WORD);
            if word != 0 {
                return Some(at + word.trailing_zeros()).filter(|found| *found < end);
            }
            at = (at / WORD + 1) * WORD;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_math::Pcg32;

    #[test]
    fn runs_are_those_of_a_plain_list() {
        let mut random = Pcg32::new(5, 1);
        for _ in 0..300 {
            let (mut bits, mut list) = (Bits::new(200), [false; 200]);
            for _ in 0..random.next_u32() % 400 {
                let from = random.next_u32() % 200;
                for number in from..(from + random.next_u32() % 9).min(200) {
                    bits.set(number);
                    list[number as usize] = true;
                }
            }
            let (from, end) = (random.next_u32() % 100, 100 + random.next_u32() % 101);
            let numbers: Vec<u32> = bits.runs(from..end).flatten().collect();
            assert_eq!(numbers, (from..end).filter(|number| list[*number as usize]).collect::<Vec<_>>());
            assert!(bits.runs(from..end).collect::<Vec<_>>().windows(2).all(|pair| pair[0].end < pair[1].start));
            assert_eq!(bits.count(), list.iter().filter(|set| **set).count() as u32);
        }
    }
}
