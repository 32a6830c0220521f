//! Events of a script.

use super::Context;
use crate::events::Event;
use crate::handle::SubscriptionId;

impl Context<'_> {
    /// Tells whoever listens, there and then, in the order in which they subscribed; the source is the entity. A listener a
    /// hook of whose script runs just now, the one that publishes among them, hears of it when that is done.
    ///
    /// ```
    /// # use kerosene_framework::{Context, ScriptResult};
    /// fn collected(context: &mut Context<'_>) -> ScriptResult {
    ///     context.publish_event("collectible_collected", "", 10.0);
    ///     Ok(())
    /// }
    /// ```
    pub fn publish_event(&mut self, name: &str, text: &str, number: f32) {
        let (name, text) = (self.world.intern(name), self.world.intern(text));
        self.publish(&Event { name, source: Some(self.owner()), text, number });
    }

    /// Lets the script hear of every event; it filters by name. The subscription ends with the script.
    pub fn subscribe_events(&mut self) -> SubscriptionId {
        self.subscribe(None)
    }

    /// Lets the script hear of events of one name only.
    pub fn subscribe_event(&mut self, name: &str) -> SubscriptionId {
        self.subscribe(Some(name))
    }

    /// Ends a subscription, at once. False if it is over.
    pub fn unsubscribe(&mut self, subscription: SubscriptionId) -> bool {
        self.services.state.events.unsubscribe(subscription)
    }

    fn subscribe(&mut self, only: Option<&str>) -> SubscriptionId {
        let only = only.map(|name| self.world.intern(name));
        let owner = self.owner();
        self.services.state.events.subscribe(owner, only).unwrap_or_else(|| {
            self.warn("no more subscriptions: an entity has 65,536 at most, and a level a million");
            SubscriptionId::NONE
        })
    }
}
