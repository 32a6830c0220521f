//! `prop_dynamic_spawner`: makes rigid bodies.

use crate::brushes::physbox::{PhysBox, PhysicsBody};
use crate::shared::{dice, who};
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, KeyKind, Pose, Value, ValueKind};
use kerosene_math::Vec3;
use kerosene_world::Component;

/// Spawns when the level begins.
const AT_START: u32 = 1;

/// The most that it makes at a time.
const MOST_AT_ONCE: u32 = 64;

/// What it makes.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "prop_dynamic_spawner")]
pub(crate) struct Spawner {
    /// How many it makes each time.
    #[field(key = "spawncount", label = "Spawn count", default = "1")]
    at_once: u32,
    /// The most that there are of it; -1 for no limit.
    #[field(key = "maxprops", label = "Most at a time", default = "-1")]
    most: i32,
    /// How far from its place they come, in units.
    #[field(label = "Spread")]
    spread: f32,
}

/// The loose field of a prop that says who made it.
const MAKER: &str = "spawner";

pub(crate) fn class() -> ClassDef {
    ClassDef::new("prop_dynamic_spawner", ClassKind::Point)
        .help("Makes rigid bodies.")
        .component::<Spawner>()
        .component::<PhysicsBody>()
        .component::<PhysBox>()
        .component::<dice::Dice>()
        .key("model", KeyKind::Model, "props/cube", "Model", "What they look like.")
        .flag(AT_START, "Spawn at map start", false)
        .input("Spawn", ValueKind::None, |world, it, event| spawn(world, it, event.activator), "Makes them.")
        .input("Trigger", ValueKind::None, |world, it, event| spawn(world, it, event.activator), "Makes them.")
        .output("OnSpawned", ValueKind::Entity, "When one was made; brings it.")
        .on_spawn(|world, spawner| {
            if world.spawn_flags(spawner) & AT_START != 0 {
                world.think_at(spawner, world.time());
            }
        })
        .on_think(|world, spawner| spawn(world, spawner, None))
}

fn spawn(world: &mut EntityWorld, spawner: EntityId, activator: Option<EntityId>) {
    let state = world.get::<Spawner>(spawner).unwrap_or_default();
    // Asked before the others are counted: wires in a circle ask often.
    if !world.has_room_for(1) {
        return make_no_more(world, spawner);
    }
    let there = || world.entities().filter(|&prop| is_of(world, prop, spawner)).count();
    let room = usize::try_from(state.most).map_or(usize::MAX, |most| most.saturating_sub(there()));
    for _ in 0..room.min(state.at_once.min(MOST_AT_ONCE) as usize) {
        if !world.has_room_for(1) {
            return make_no_more(world, spawner);
        }
        let prop = make(world, spawner, state.spread);
        world.fire_output(spawner, "OnSpawned", activator, Value::Entity(prop));
    }
}

fn make_no_more(world: &mut EntityWorld, spawner: EntityId) {
    world.notice_about(spawner, format_args!("makes no more: there are {} entities", world.count()));
}

fn is_of(world: &EntityWorld, prop: EntityId, spawner: EntityId) -> bool {
    who::is_prop(world, prop) && world.is_active(prop) && world.field(prop, MAKER) == Some(Value::Entity(spawner))
}

/// One prop, with what the spawner says of the body.
fn make(world: &mut EntityWorld, spawner: EntityId, spread: f32) -> EntityId {
    let prop = world.spawn("prop_physics");
    if let Some(model) = world.field(spawner, "model") {
        world.set_field(prop, "model", model);
    }
    let (body, withstands) = (world.get::<PhysicsBody>(spawner), world.get::<PhysBox>(spawner));
    world.insert(prop, body.unwrap_or_default());
    world.insert(prop, withstands.unwrap_or_default());
    world.set_field(prop, MAKER, Value::Entity(spawner));
    let mut aside = || dice::throw_between(world, spawner, -spread, spread);
    let offset = Vec3::new(aside(), aside(), 0.0);
    let place = world.pose(spawner);
    world.set_pose(prop, Pose { origin: place.origin + offset, ..place });
    world.start(prop);
    prop
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn it_makes_no_more_than_there_may_be() {
        let keys = "spawncount 2 maxprops 3 spread 10 origin \"100 0 0\" spawnflags 1 mass 5";
        let mut stage = Stage::new(&format!("{{ classname prop_dynamic_spawner targetname s {keys} }}"), &[]);
        stage.tick();
        stage.input("s", "Spawn", "");
        let props: Vec<_> =
            stage.world.entities().filter(|&entity| stage.world.class_name(entity) == "prop_physics").collect();
        assert_eq!(props.len(), 3);
        for &prop in &props {
            assert!(stage.world.origin(prop).distance(kerosene_math::Vec3::X * 100.0) < 14.2);
            assert_eq!(stage.world.float_field(prop, "mass"), Some(5.0));
        }
        stage.world.remove(props[0]);
        stage.tick();
        stage.input("s", "Spawn", "");
        assert_eq!(stage.outputs().iter().filter(|output| *output == "OnSpawned").count(), 4);
    }
}
