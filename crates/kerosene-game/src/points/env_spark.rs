//! `env_spark`: throws sparks.

use crate::shared::dice;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Request, Value, ValueKind};
use kerosene_world::Component;

/// Begins to spark at once; Source's bit.
const STARTS_ON: u32 = 64;

/// How it sparks.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "env_spark")]
pub(crate) struct Spark {
    /// The longest time between two, in seconds; chance says how long it is.
    #[field(key = "maxdelay", label = "Max delay", default = "1")]
    longest: f32,
    /// How strong.
    #[field(label = "Magnitude", default = "1", widget = "choices 1=Small 2=Medium 5=Large 8=Huge")]
    magnitude: i32,
    /// How long they fly.
    #[field(
        key = "traillength",
        label = "Spark trail length",
        default = "1",
        widget = "choices 1=Short 2=Medium 3=Long"
    )]
    length: i32,
    /// Whether it sparks again and again.
    #[field(key = "")]
    on: bool,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("env_spark", ClassKind::Point)
        .help("Throws sparks.")
        .component::<Spark>()
        .component::<dice::Dice>()
        .flag(STARTS_ON, "Start on", false)
        .input("StartSpark", ValueKind::None, |world, spark, _| set_on(world, spark, true), "Sparks again and again.")
        .input("StopSpark", ValueKind::None, |world, spark, _| set_on(world, spark, false), "Stops sparking.")
        .input("ToggleSpark", ValueKind::None, toggle, "Starts or stops.")
        .input("SparkOnce", ValueKind::None, |world, spark, _| throw(world, spark), "Sparks once.")
        .output("OnSpark", ValueKind::None, "When it sparks.")
        .on_spawn(|world, spark| set_on(world, spark, world.spawn_flags(spark) & STARTS_ON != 0))
        .on_think(|world, spark| {
            throw(world, spark);
            wait(world, spark);
        })
}

fn set_on(world: &mut EntityWorld, spark: EntityId, on: bool) {
    let Some(mut state) = world.get_mut::<Spark>(spark) else { return };
    let was = std::mem::replace(&mut state.on, on);
    drop(state);
    match (was, on) {
        (false, true) => wait(world, spark),
        (_, false) => world.think_never(spark),
        (true, true) => {}
    }
}

fn toggle(world: &mut EntityWorld, spark: EntityId, _: &InputEvent) {
    let on = world.get::<Spark>(spark).unwrap_or_default().on;
    set_on(world, spark, !on);
}

/// Source waits a tenth of a second and then up to the longest time.
fn wait(world: &mut EntityWorld, spark: EntityId) {
    let longest = world.get::<Spark>(spark).unwrap_or_default().longest.max(0.0);
    let seconds = 0.1 + dice::throw_between(world, spark, 0.0, longest);
    world.think_after(spark, seconds);
}

fn throw(world: &mut EntityWorld, spark: EntityId) {
    let Spark { magnitude, length, .. } = world.get::<Spark>(spark).unwrap_or_default();
    world.request(Some(spark), Request::Spark { magnitude, length });
    world.fire_output(spark, "OnSpark", None, Value::None);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn it_sparks_until_it_is_stopped() {
        let mut stage = Stage::new("{ classname env_spark targetname s spawnflags 64 maxdelay 0.4 }", &[]);
        stage.play(60.0);
        let count = stage.outputs().len();
        assert!((150..250).contains(&count), "{count}");
        stage.input("s", "StopSpark", "");
        stage.play(5.0);
        assert!(stage.outputs().is_empty());
        stage.input("s", "SparkOnce", "");
        assert_eq!(stage.outputs(), ["OnSpark"]);
    }
}
