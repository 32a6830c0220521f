//! Choices that any bytes make.

/// Bytes that are read one after another; zeros where they are at their end.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) fn next(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first)
    }

    pub(crate) fn pick<'b, T>(&mut self, list: &'b [T]) -> Option<&'b T> {
        list.get(self.next() % list.len().max(1))
    }
}
