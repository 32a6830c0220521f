//! `conveyor`: brushes that stand still and take along who stands on them, as Half-Life's and Source's.

use crate::shared::direction::direction;
use kerosene_entity::{
    ClassDef, ClassKind, Conveyor, EntityId, EntityWorld, Flags, InputEvent, KeyKind, ModelRole, Value, ValueKind,
};
use kerosene_math::Vec3;

/// Takes nobody along: it only looks so.
const MOVES_NOBODY: u32 = 1;
/// In nobody's way.
const NOT_SOLID: u32 = 1 << 1;
/// Loose field: which way it goes, as a unit vector.
const WAY: &str = "conveyor_way";

pub(crate) fn class() -> ClassDef {
    ClassDef::new("conveyor", ClassKind::Brush)
        .help("Brushes that stand still and take along who stands on them.")
        .model(ModelRole::Static)
        .key("movedir", KeyKind::Angles, "0 0 0", "Direction", "Which way it goes: pitch, yaw and roll.")
        .key("speed", KeyKind::Float, "100", "Speed", "In units a second; below 0 it goes the other way.")
        .flag(MOVES_NOBODY, "Moves nobody", false)
        .flag(NOT_SOLID, "Not solid", false)
        .input("ToggleDirection", ValueKind::None, turn_round, "Lets it go the other way.")
        .input("SetSpeed", ValueKind::Float, set_speed, "Changes its speed, in units a second.")
        .on_spawn(spawn)
}

fn spawn(world: &mut EntityWorld, conveyor: EntityId) {
    let way = direction(world.field(conveyor, "movedir").and_then(Value::vector).unwrap_or_default());
    world.set_field(conveyor, WAY, Value::Vector(way));
    let speed = world.float_field(conveyor, "speed").unwrap_or(100.0);
    run_at(world, conveyor, speed);
    if world.spawn_flags(conveyor) & NOT_SOLID != 0 {
        world.change_flags(conveyor, |flags| flags.insert(Flags::NON_SOLID));
    }
}

/// Lets it run at a speed. One that moves nobody has one too, for whoever draws it.
fn run_at(world: &mut EntityWorld, conveyor: EntityId, speed: f32) {
    let way = world.field(conveyor, WAY).and_then(Value::vector).unwrap_or_default();
    world.set_field(conveyor, "speed", Value::Float(speed));
    let moves = world.spawn_flags(conveyor) & MOVES_NOBODY == 0;
    world.insert(conveyor, Conveyor { velocity: if moves { way * speed } else { Vec3::ZERO } });
}

fn turn_round(world: &mut EntityWorld, conveyor: EntityId, _: &InputEvent) {
    let speed = world.float_field(conveyor, "speed").unwrap_or(100.0);
    run_at(world, conveyor, 0.0 - speed);
}

fn set_speed(world: &mut EntityWorld, conveyor: EntityId, event: &InputEvent) {
    if let Some(speed) = event.value.float().filter(|speed| speed.is_finite()) {
        run_at(world, conveyor, speed);
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::{Conveyor, Flags};
    use kerosene_math::Vec3;

    fn belt(keys: &str) -> Stage {
        let text = format!("{{ classname func_conveyor targetname c model *1 movedir \"0 90 0\" {keys} }}");
        Stage::new(&text, &[[0.0; 6]])
    }

    fn velocity(stage: &Stage) -> Vec3 {
        stage.world.get::<Conveyor>(stage.find("c")).expect("a belt").velocity
    }

    #[test]
    fn it_goes_its_way_back_and_at_another_speed() {
        let mut stage = belt("speed 64");
        assert_eq!(velocity(&stage), Vec3::Y * 64.0);
        stage.input("c", "ToggleDirection", "");
        assert_eq!(velocity(&stage), Vec3::Y * -64.0);
        stage.input("c", "SetSpeed", "10");
        assert_eq!(velocity(&stage), Vec3::Y * 10.0);
        assert_eq!(velocity(&belt("")), Vec3::Y * 100.0);
    }

    #[test]
    fn flags_let_it_move_nobody_and_be_in_nobody_s_way() {
        let stage = belt("spawnflags 3");
        assert_eq!(velocity(&stage), Vec3::ZERO);
        assert!(stage.world.flags(stage.find("c")).contains(Flags::NON_SOLID));
    }
}
