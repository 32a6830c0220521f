//! What a hook is called with, without a list in memory.

use rhai::{Dynamic, FuncArgs};

/// Up to four arguments.
#[derive(Default)]
pub(super) struct HookArguments {
    values: [Dynamic; 4],
    count: usize,
}

impl HookArguments {
    pub(super) fn of<const N: usize>(values: [Dynamic; N]) -> Self {
        let mut all = Self::default();
        for value in values.into_iter().take(all.values.len()) {
            all.values[all.count] = value;
            all.count += 1;
        }
        all
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The first so many.
    pub(super) fn first(mut self, count: usize) -> Self {
        self.count = self.count.min(count);
        self
    }
}

impl FuncArgs for HookArguments {
    fn parse<ARGS: Extend<Dynamic>>(self, args: &mut ARGS) {
        args.extend(self.values.into_iter().take(self.count));
    }
}
