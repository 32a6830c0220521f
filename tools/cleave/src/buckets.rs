//! Lists of numbers by number, such as the portals of each leaf, in two allocations.

/// For each of many places a list of items, one list after the other.
#[derive(Debug, Clone)]
pub(crate) struct Buckets {
    /// Where each place's list begins, and the end of the last.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Buckets {
    /// Files the pairs of place and item that each call of `pairs` gives in the same order, which the lists keep. All
    /// places are below `places`.
    pub(crate) fn new<I: Iterator<Item = (u32, u32)>>(places: usize, pairs: impl Fn() -> I) -> Self {
        let mut starts = vec![0; places + 1];
        for (place, _) in pairs() {
            starts[place as usize + 1] += 1;
        }
        for place in 0..places {
            starts[place + 1] += starts[place];
        }
        let mut items = vec![0; starts[places] as usize];
        // Each start moves on to the next place's, and so ends up one place ahead.
        for (place, item) in pairs() {
            let slot = &mut starts[place as usize];
            items[*slot as usize] = item;
            *slot += 1;
        }
        starts.copy_within(..places, 1);
        starts[0] = 0;
        Self { starts, items }
    }

    /// The items of `place`.
    pub(crate) fn of(&self, place: u32) -> &[u32] {
        &self.items[self.starts[place as usize] as usize..self.starts[place as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_the_order_of_the_pairs() {
        let pairs = [(2, 10), (0, 11), (2, 12), (3, 13), (0, 14)];
        let buckets = Buckets::new(5, || pairs.into_iter());
        let lists = [0, 1, 2, 3, 4].map(|place| buckets.of(place).to_vec());
        assert_eq!(lists, [vec![11, 14], vec![], vec![10, 12], vec![13], vec![]]);
        assert!(Buckets::new(1, || [].into_iter()).of(0).is_empty());
    }
}
