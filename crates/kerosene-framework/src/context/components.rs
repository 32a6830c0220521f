//! Typed components of the entity.
//!
//! Other engines keep what a look-up found in a cache of the script. In this world a component is found by its entity's slot, in one
//! look-up without a search, so asking is what reading a cache would be; and what was added, removed or replaced meanwhile
//! shows at once, which a cache would have to find out.

use super::Context;
use kerosene_world::Component;

impl Context<'_> {
    /// A component of the entity, by value; `None` where it has none.
    #[must_use]
    #[inline]
    pub fn component<C: Component>(&self) -> Option<C> {
        self.world.get(self.owner())
    }

    /// Changes a component of the entity. False where it has none.
    pub fn change_component<C: Component>(&mut self, change: impl FnOnce(&mut C)) -> bool {
        let owner = self.owner();
        self.world.get_mut::<C>(owner).map(|mut component| change(&mut component)).is_some()
    }
}
