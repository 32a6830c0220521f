//! `physbox`: brushes that are a rigid body.
//!
//! Until there are rigid bodies, the box stands where the map has it: it asks for its body to be woken or put to sleep, and
//! whoever hears that says what becomes of it.

use kerosene_entity::{
    ClassDef, ClassKind, Damage, EntityId, EntityWorld, InputEvent, ModelRole, Request, Value, ValueKind,
};
use kerosene_world::Component;

/// Begins asleep.
const STARTS_ASLEEP: u32 = 1;

/// The keys of something that is a rigid body.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct PhysicsBody {
    /// Mass in kilograms; 0 for what its size says.
    #[field(label = "Mass")]
    mass: f32,
    /// How little it slides.
    #[field(label = "Friction", default = "0.8")]
    friction: f32,
    /// How much it bounces, from 0 to 1.
    #[field(label = "Elasticity", default = "0.1")]
    elasticity: f32,
    /// Whether players can pick it up.
    #[field(label = "Can be picked up", default = "1")]
    pickable: bool,
}

/// How much a box withstands.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct PhysBox {
    /// Damage that breaks it; 0 for one that never breaks.
    #[field(label = "Health")]
    health: f32,
}

pub(crate) fn class() -> ClassDef {
    declare(ClassDef::new("physbox", ClassKind::Brush))
        .help("Brushes that fall, are pushed and carried.")
        .model(ModelRole::Physics)
}

/// What every rigid body declares.
pub(crate) fn declare(class: ClassDef) -> ClassDef {
    class
        .component::<PhysicsBody>()
        .component::<PhysBox>()
        .flag(STARTS_ASLEEP, "Starts asleep", false)
        .input("Wake", ValueKind::None, |world, body, _| world.request(Some(body), Request::WakeBody), "Wakes it.")
        .input(
            "Sleep",
            ValueKind::None,
            |world, body, _| world.request(Some(body), Request::SleepBody),
            "Puts it to sleep.",
        )
        .input("Break", ValueKind::None, input_break, "Breaks it.")
        .output("OnBreak", ValueKind::None, "When it breaks.")
        .on_spawn(|world, body| {
            let asleep = world.spawn_flags(body) & STARTS_ASLEEP != 0;
            world.request(Some(body), if asleep { Request::SleepBody } else { Request::WakeBody });
        })
        .on_damage(damaged)
}

fn damaged(world: &mut EntityWorld, body: EntityId, damage: &Damage) {
    let Some(mut state) = world.get_mut::<PhysBox>(body).filter(|state| state.health > 0.0) else { return };
    state.health -= damage.amount.max(0.0);
    let broken = state.health <= 0.0;
    drop(state);
    if broken {
        shatter(world, body, damage.attacker);
    }
}

fn shatter(world: &mut EntityWorld, body: EntityId, activator: Option<EntityId>) {
    world.fire_output(body, "OnBreak", activator, Value::None);
    world.remove_by(body, activator);
}

fn input_break(world: &mut EntityWorld, body: EntityId, event: &InputEvent) {
    shatter(world, body, event.activator);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;
    use kerosene_entity::DamageKind;

    #[test]
    fn it_asks_for_its_body_and_breaks_when_its_health_is_gone() {
        let mut stage = Stage::new("{ classname func_physbox targetname b health 10 model *1 }", &[[0.0; 6]]);
        assert_eq!(stage.requests(), [Request::WakeBody]);
        let body = stage.find("b");
        stage.world.damage(body, &Damage::new(6.0, DamageKind::CLUB));
        assert!(stage.outputs().is_empty());
        stage.world.damage(body, &Damage::new(6.0, DamageKind::CLUB));
        assert_eq!(stage.outputs(), ["OnBreak", "OnKilled"]);
    }
}
