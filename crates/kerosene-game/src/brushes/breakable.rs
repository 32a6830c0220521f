//! `breakable`: brushes that break.

use crate::shared::{sound, who};
use kerosene_entity::{
    ClassDef, ClassKind, Damage, EntityId, EntityWorld, InputEvent, KeyKind, ModelRole, Request, Touch, TouchPhase,
    Value, ValueKind,
};
use kerosene_world::{Component, TextId};

/// Breaks only when told.
const ONLY_WHEN_TOLD: u32 = 1;
/// Breaks when a player runs into it.
const TOUCH_BREAKS: u32 = 1 << 1;
/// Breaks when a player has stood on it for a while.
const WEIGHT_BREAKS: u32 = 1 << 2;

/// The keys and the state of brushes that break.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Breakable {
    /// Damage that breaks it; 0 for one that breaks only when told.
    #[field(label = "Health", default = "1")]
    health: f32,
    /// Seconds between the first step on it and the break.
    #[field(key = "pressuredelay", label = "Pressure delay")]
    delay: f32,
    /// Points of damage of the explosion when it breaks; 0 for none.
    #[field(key = "explodemagnitude", label = "Explosion")]
    explosion: f32,
    /// How far the explosion reaches, in units; 0 for two and a half times its damage.
    #[field(key = "exploderadius", label = "Explosion radius")]
    radius: f32,
    /// Sound when it breaks.
    #[field(key = "breaksound", label = "Breaking sound")]
    break_sound: TextId,
    /// Health as it began.
    #[field(key = "")]
    whole: f32,
    /// Who stepped on it.
    #[field(key = "")]
    activator: Option<EntityId>,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("breakable", ClassKind::Brush)
        .help("Brushes that break when they are hurt.")
        .model(ModelRole::Static)
        .component::<Breakable>()
        .key(
            "material",
            KeyKind::String,
            "glass",
            "Material",
            "What the pieces are made of: glass, wood, metal, stone.",
        )
        .flag(ONLY_WHEN_TOLD, "Only when told", false)
        .flag(TOUCH_BREAKS, "Touch breaks", false)
        .flag(WEIGHT_BREAKS, "Weight breaks", false)
        .input("Break", ValueKind::None, input_break, "Breaks it.")
        .input("Use", ValueKind::None, input_break, "Breaks it.")
        .input("SetHealth", ValueKind::Float, input_set_health, "Sets its health; 0 breaks it.")
        .input("AddHealth", ValueKind::Float, input_add_health, "Adds to its health.")
        .input("RemoveHealth", ValueKind::Float, input_remove_health, "Takes from its health; 0 breaks it.")
        .output("OnBreak", ValueKind::None, "When it breaks.")
        .output("OnHealthChanged", ValueKind::Float, "When its health changes: what is left, from 0 to 1.")
        .on_spawn(|world, breakable| {
            if let Some(mut state) = world.get_mut::<Breakable>(breakable) {
                state.whole = state.health;
            }
        })
        .on_think(|world, breakable| {
            let activator = keys(world, breakable).activator;
            shatter(world, breakable, activator);
        })
        .on_touch(touch)
        .on_damage(damaged)
}

fn keys(world: &EntityWorld, breakable: EntityId) -> Breakable {
    world.get(breakable).unwrap_or_default()
}

fn damaged(world: &mut EntityWorld, breakable: EntityId, damage: &Damage) {
    let health = keys(world, breakable).health;
    if world.spawn_flags(breakable) & ONLY_WHEN_TOLD == 0 && health > 0.0 && damage.amount > 0.0 {
        set_health(world, breakable, health - damage.amount, damage.attacker);
    }
}

fn set_health(world: &mut EntityWorld, breakable: EntityId, health: f32, activator: Option<EntityId>) {
    let Some(mut state) = world.get_mut::<Breakable>(breakable) else { return };
    if state.health == health {
        return;
    }
    state.health = health.max(0.0);
    let left = if state.whole > 0.0 { (state.health / state.whole).min(1.0) } else { 0.0 };
    drop(state);
    world.fire_output(breakable, "OnHealthChanged", activator, Value::Float(left));
    if health <= 0.0 {
        shatter(world, breakable, activator);
    }
}

fn touch(world: &mut EntityWorld, breakable: EntityId, touch: &Touch) {
    let flags = world.spawn_flags(breakable);
    if touch.phase != TouchPhase::Start || !who::is_player(world, touch.other) {
        return;
    }
    if flags & TOUCH_BREAKS != 0 {
        shatter(world, breakable, Some(touch.other));
    } else if flags & WEIGHT_BREAKS != 0 && is_above(world, breakable, touch.other) {
        let Some(mut state) = world.get_mut::<Breakable>(breakable) else { return };
        state.activator = Some(touch.other);
        let delay = state.delay;
        drop(state);
        world.think_after(breakable, delay);
    }
}

/// Whether somebody stands on it.
fn is_above(world: &EntityWorld, breakable: EntityId, other: EntityId) -> bool {
    let Some(bounds) = world.brush_bounds(breakable) else { return false };
    world.origin(other).z >= world.origin(breakable).z + bounds.max.z - 1.0
}

/// Breaks it, whatever its health.
fn shatter(world: &mut EntityWorld, breakable: EntityId, activator: Option<EntityId>) {
    let state = keys(world, breakable);
    sound::play(world, breakable, state.break_sound);
    scatter(world, breakable);
    if state.explosion > 0.0 {
        let radius = if state.radius > 0.0 { state.radius } else { state.explosion * 2.5 };
        let explosion = Request::Explosion { magnitude: state.explosion, radius, harmless: false };
        world.request(Some(breakable), explosion);
    }
    world.fire_output(breakable, "OnBreak", activator, Value::None);
    world.remove_by(breakable, activator);
}

/// Asks the game for the pieces.
fn scatter(world: &mut EntityWorld, breakable: EntityId) {
    let name = world.intern("gibs");
    let value = world.field(breakable, "material").unwrap_or_default();
    world.request(Some(breakable), Request::Game { name, value, who: None });
}

fn input_break(world: &mut EntityWorld, breakable: EntityId, event: &InputEvent) {
    shatter(world, breakable, event.activator);
}

fn input_set_health(world: &mut EntityWorld, breakable: EntityId, event: &InputEvent) {
    if let Some(health) = event.value.float() {
        set_health(world, breakable, health, event.activator);
    }
}

fn input_add_health(world: &mut EntityWorld, breakable: EntityId, event: &InputEvent) {
    if let Some(more) = event.value.float() {
        let health = keys(world, breakable).health + more;
        set_health(world, breakable, health, event.activator);
    }
}

fn input_remove_health(world: &mut EntityWorld, breakable: EntityId, event: &InputEvent) {
    if let Some(less) = event.value.float() {
        let health = keys(world, breakable).health - less;
        set_health(world, breakable, health, event.activator);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::shared::stage::Stage;
    use kerosene_entity::DamageKind;
    use kerosene_math::Vec3;

    fn glass(keys: &str) -> Stage {
        let text = format!("{{ classname func_breakable targetname g model *1 {keys} }}");
        Stage::new(&text, &[[0.0, 0.0, 0.0, 64.0, 64.0, 8.0]])
    }

    fn hit(stage: &mut Stage, amount: f32) {
        let glass = stage.find("g");
        stage.world.damage(glass, &Damage::new(amount, DamageKind::CLUB));
    }

    #[test]
    fn damage_adds_up_until_it_breaks_and_it_is_gone() {
        let mut stage = glass("health 20 breaksound glass/break");
        hit(&mut stage, 15.0);
        assert_eq!(stage.outputs(), ["OnHealthChanged"]);
        hit(&mut stage, 15.0);
        assert_eq!(stage.outputs(), ["OnHealthChanged", "OnBreak", "OnKilled"]);
        let [sound, gibs] = ["glass/break", "gibs"].map(|text| stage.world.intern(text));
        let requests = stage.requests();
        assert!(matches!(requests[0], Request::PlaySound(request) if request.sound == sound));
        assert!(matches!(requests[1], Request::Game { name, .. } if name == gibs));
        stage.tick();
        assert_eq!(stage.world.find_by_name("g").count(), 0);
    }

    #[test]
    fn one_that_is_told_to_break_breaks_only_then() {
        let mut stage = glass("spawnflags 1");
        hit(&mut stage, 1000.0);
        assert!(stage.outputs().is_empty());
        stage.input("g", "Break", "");
        assert_eq!(stage.outputs(), ["OnBreak", "OnKilled"]);
        let mut stage = glass("health 0");
        hit(&mut stage, 1000.0);
        assert!(stage.outputs().is_empty());
    }

    #[test]
    fn inputs_change_its_health() {
        let mut stage = glass("health 20");
        stage.input("g", "AddHealth", "20");
        hit(&mut stage, 30.0);
        stage.input("g", "RemoveHealth", "5");
        assert_eq!(stage.outputs(), ["OnHealthChanged"; 3]);
        stage.input("g", "SetHealth", "0");
        assert_eq!(stage.outputs(), ["OnHealthChanged", "OnBreak", "OnKilled"]);
    }

    #[test]
    fn it_may_break_under_somebody_s_weight() {
        let mut stage = glass("spawnflags 4 pressuredelay 0.5");
        let player = stage.player(Vec3::ZERO);
        stage.touch("g", player, TouchPhase::Start);
        stage.play(1.0);
        assert!(stage.outputs().is_empty(), "beside it");
        stage.world.set_origin(player, Vec3::Z * 8.0);
        stage.touch("g", player, TouchPhase::Start);
        stage.play(0.4);
        assert!(stage.outputs().is_empty(), "too early");
        stage.play(0.2);
        assert_eq!(stage.outputs(), ["OnBreak", "OnKilled"]);
    }

    #[test]
    fn it_may_explode() {
        let mut stage = glass("explodemagnitude 100");
        stage.input("g", "Break", "");
        let explosion = Request::Explosion { magnitude: 100.0, radius: 250.0, harmless: false };
        assert!(stage.requests().contains(&explosion));
    }
}
