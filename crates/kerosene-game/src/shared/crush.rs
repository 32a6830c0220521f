//! Harm to what stands in a mover's way.

use kerosene_entity::{Damage, DamageKind, Due, EntityId, EntityWorld};
use kerosene_world::Component;
use std::time::Duration;

/// Time between two blows. Quake's movers hurt once in each of its ten turns a second; a fixed time does the
/// same harm at any tick rate.
const INTERVAL: Duration = Duration::from_millis(100);

/// When a mover may strike again.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "crusher")]
pub(crate) struct Crusher {
    /// The moment.
    #[field(key = "")]
    pub(crate) next_blow: Due,
}

/// Hurts what is in a mover's way, unless it struck just now.
pub(crate) fn crush(world: &mut EntityWorld, mover: EntityId, other: EntityId, amount: f32) {
    let now = world.time();
    let next_blow = world.get::<Crusher>(mover).unwrap_or_default().next_blow;
    if amount <= 0.0 || next_blow.time().is_some_and(|next| next > now) {
        return;
    }
    world.insert(mover, Crusher { next_blow: Due::at(now + INTERVAL) });
    world.damage(other, &Damage::new(amount, DamageKind::CRUSH).by(Some(mover), Some(mover)));
}
