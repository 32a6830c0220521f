//! `point_hurt`: hurts what is near.

use crate::shared::{beat, switch, who};
use kerosene_entity::{
    ClassDef, ClassKind, Damage, DamageKind, Due, EntityId, EntityWorld, Flags, InputEvent, Value, ValueKind,
};
use kerosene_world::{Component, TextId};

/// Begins switched on.
const STARTS_ON: u32 = 1;

/// The keys and the state.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "point_hurt")]
pub(crate) struct Hurt {
    /// Points of health a blow.
    #[field(label = "Damage", default = "10")]
    damage: f32,
    /// How far it reaches, in units.
    #[field(key = "damageradius", label = "Radius", default = "256")]
    radius: f32,
    /// Seconds between two blows.
    #[field(key = "damagedelay", label = "Delay", default = "0.5")]
    delay: f32,
    /// What kind of harm it is, as bits.
    #[field(key = "damagetype", label = "Damage type")]
    kind: u32,
    /// Whom it hurts, wherever they are; empty for all who are near.
    #[field(key = "damagetarget", label = "Target entity", widget = "target_destination")]
    target: TextId,
    /// When it strikes next.
    #[field(key = "")]
    next: Due,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("point_hurt", ClassKind::Point)
        .help("Hurts what is near, again and again.")
        .component::<Hurt>()
        .flag(STARTS_ON, "Starts on", true)
        .input("Hurt", ValueKind::None, |world, hurt, event| strike(world, hurt, event.activator), "Strikes once.")
        .input("TurnOn", ValueKind::None, |world, hurt, _| turn_on(world, hurt), "Strikes again and again.")
        .input("TurnOff", ValueKind::None, |world, hurt, _| turn_off(world, hurt), "Stops striking.")
        .input("Toggle", ValueKind::None, toggle, "Switches it on or off.")
        .input("Enable", ValueKind::None, |world, hurt, _| turn_on(world, hurt), "Strikes again and again.")
        .input("Disable", ValueKind::None, |world, hurt, _| turn_off(world, hurt), "Stops striking.")
        .output("OnHurt", ValueKind::None, "When it hurts something.")
        .output("OnHurtPlayer", ValueKind::None, "When it hurts a player.")
        .on_spawn(|world, hurt| match world.spawn_flags(hurt) & STARTS_ON {
            0 => turn_off(world, hurt),
            _ => begin(world, hurt),
        })
        .on_think(think)
}

fn turn_on(world: &mut EntityWorld, hurt: EntityId) {
    if !world.is_enabled(hurt) {
        world.change_flags(hurt, |flags| flags.remove(Flags::DISABLED));
        begin(world, hurt);
    }
}

fn turn_off(world: &mut EntityWorld, hurt: EntityId) {
    world.change_flags(hurt, |flags| flags.insert(Flags::DISABLED));
    world.think_never(hurt);
}

fn toggle(world: &mut EntityWorld, hurt: EntityId, event: &InputEvent) {
    switch::toggle(world, hurt, event);
    if world.is_enabled(hurt) { begin(world, hurt) } else { world.think_never(hurt) }
}

fn begin(world: &mut EntityWorld, hurt: EntityId) {
    let now = world.time();
    schedule(world, hurt, now);
}

fn schedule(world: &mut EntityWorld, hurt: EntityId, next: kerosene_entity::Time) {
    beat::at::<Hurt>(world, hurt, next, |state| &mut state.next);
}

/// Strikes, and counts on from when it was due.
fn think(world: &mut EntityWorld, hurt: EntityId) {
    let state = world.get::<Hurt>(hurt).unwrap_or_default();
    strike(world, hurt, None);
    let from = state.next.time().unwrap_or_else(|| world.time());
    schedule(world, hurt, from.after(state.delay.max(0.01)));
}

fn strike(world: &mut EntityWorld, hurt: EntityId, activator: Option<EntityId>) {
    let state = world.get::<Hurt>(hurt).unwrap_or_default();
    let damage =
        Damage::new(state.damage, DamageKind::from_bits_retain(state.kind)).by(activator.or(Some(hurt)), Some(hurt));
    let mut victims = Vec::new();
    if world.text(state.target).is_empty() {
        let middle = world.origin(hurt);
        let is_near = |&entity: &EntityId| entity != hurt && world.origin(entity).distance(middle) <= state.radius;
        victims.extend(world.entities().filter(is_near));
    } else {
        let target = world.target_of_text(state.target);
        world.resolve(target, activator, Some(hurt), &mut victims);
    }
    for victim in victims {
        let is_player = who::is_player(world, victim);
        if world.damage(victim, &damage) {
            world.fire_output(hurt, "OnHurt", Some(victim), Value::None);
            if is_player {
                world.fire_output(hurt, "OnHurtPlayer", Some(victim), Value::None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_math::Vec3;

    #[test]
    fn it_strikes_who_is_near_and_keeps_its_beat() {
        let mut stage = Stage::new("{ classname point_hurt targetname h spawnflags 1 damagedelay 0.3 damage 7 }", &[]);
        stage.player(Vec3::X * 255.0);
        stage.player(Vec3::X * 257.0);
        stage.play(3.1);
        assert_eq!(stage.outputs().iter().filter(|output| *output == "OnHurtPlayer").count(), 11);
        assert_eq!(stage.requests().len(), 11);
    }

    #[test]
    fn a_target_is_struck_wherever_it_is() {
        let text = "{ classname point_hurt targetname h damagetarget b damage 50 } \
                    { classname breakable targetname b model *1 health 40 }";
        let mut stage = Stage::new(text, &[[900.0, 0.0, 0.0, 910.0, 10.0, 10.0]]);
        stage.play(1.0);
        assert!(stage.outputs().is_empty());
        stage.input("h", "Hurt", "");
        assert!(stage.outputs().contains(&"OnBreak".to_owned()));
    }
}
