//! `env_beam`: a band of light or lightning between two entities.

use crate::shared::{dice, tinted};
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Value, ValueKind};

/// Strikes at random times, up to the strike time apart; Source's bit.
const RANDOM: u32 = 4;

/// The shortest time between two strikes, and the shortest life of one, in seconds.
const SHORTEST: f32 = 0.05;

/// Key of whether it strikes again and again, beside those that mappers write.
const ON: &str = "beam_on";

pub(crate) fn class() -> ClassDef {
    let class = ClassDef::new("env_beam", ClassKind::Point)
        .help("A band of light or lightning between two entities. One without a name is always on.")
        .component::<dice::Dice>()
        .key(
            "lightningstart",
            KeyKind::TargetDestination,
            "",
            "Start",
            "The entity that it begins at; itself where empty.",
        )
        .key("lightningend", KeyKind::TargetDestination, "", "End", "The entity that it ends at.")
        .key("life", KeyKind::Float, "0", "Life", "Seconds that a strike is to be seen; 0 for a beam that stays.")
        .key(
            "striketime",
            KeyKind::Float,
            "1",
            "Strike again time",
            "Seconds from the end of a strike to the next one.",
        )
        .flag(RANDOM, "Random strike", false)
        .input("TurnOn", ValueKind::None, |world, beam, _| set_on(world, beam, true), "Switches it on.")
        .input("TurnOff", ValueKind::None, |world, beam, _| set_on(world, beam, false), "Switches it off.")
        .input("Toggle", ValueKind::None, toggle, "Switches it on or off.")
        .input("StrikeOnce", ValueKind::None, |world, beam, _| strike(world, beam), "Strikes once.")
        .on_spawn(|world, beam| {
            tinted::show(world, beam, false);
            set_on(world, beam, tinted::begins_on(world, beam));
        })
        .on_think(think);
    with_band(tinted::with_tint(class))
}

/// The keys and inputs of what looks like a band.
pub(super) fn with_band(class: ClassDef) -> ClassDef {
    class
        .key("texture", KeyKind::Material, "sprites/beam", "Picture", "The material along it.")
        .key("boltwidth", KeyKind::Float, "2", "Width", "Units from edge to edge; a laser's key `width` says the same.")
        .key(
            "noiseamplitude",
            KeyKind::Float,
            "0",
            "Noise",
            "Units by which it strays from the straight line: lightning.",
        )
        .input(
            "Width",
            ValueKind::Float,
            |world, it, event| tinted::set(world, it, "boltwidth", event),
            "Changes its width.",
        )
        .input(
            "Noise",
            ValueKind::Float,
            |world, it, event| tinted::set(world, it, "noiseamplitude", event),
            "Changes by how much it strays.",
        )
}

fn is_on(world: &EntityWorld, beam: EntityId) -> bool {
    world.float_field(beam, ON).is_some_and(|on| on != 0.0)
}

fn set_on(world: &mut EntityWorld, beam: EntityId, on: bool) {
    let was = is_on(world, beam);
    world.set_field(beam, ON, Value::Int(i64::from(on)));
    match (was, on) {
        (false, true) => strike(world, beam),
        (_, false) => {
            tinted::show(world, beam, false);
            world.think_never(beam);
        }
        (true, true) => {}
    }
}

fn toggle(world: &mut EntityWorld, beam: EntityId, _: &InputEvent) {
    let on = is_on(world, beam);
    set_on(world, beam, !on);
}

/// Is seen from now on, until its life is over.
fn strike(world: &mut EntityWorld, beam: EntityId) {
    let life = world.float_field(beam, "life").unwrap_or(0.0);
    tinted::show(world, beam, true);
    if life > 0.0 || !is_on(world, beam) {
        world.think_after(beam, life.max(SHORTEST));
    }
}

/// Its life is over, or it is time to strike again.
fn think(world: &mut EntityWorld, beam: EntityId) {
    if !tinted::is_shown(world, beam) {
        return strike(world, beam);
    }
    tinted::show(world, beam, false);
    if is_on(world, beam) {
        let longest = world.float_field(beam, "striketime").unwrap_or(1.0).max(SHORTEST);
        let random = world.spawn_flags(beam) & RANDOM != 0;
        let seconds = if random { dice::throw_between(world, beam, SHORTEST, longest) } else { longest };
        world.think_after(beam, seconds);
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::{stage::Stage, tinted::is_shown};

    /// Share of ticks of some seconds in which it is seen.
    fn seen(stage: &mut Stage, seconds: f64) -> f64 {
        let (mut seen, ticks) = (0, (seconds * 64.0) as u32);
        for _ in 0..ticks {
            stage.tick();
            seen += u32::from(is_shown(&stage.world, stage.find("b")));
        }
        f64::from(seen) / f64::from(ticks)
    }

    #[test]
    fn one_that_lives_for_ever_stays() {
        let mut stage = Stage::new("{ classname env_beam targetname b spawnflags 1 }", &[]);
        assert_eq!(seen(&mut stage, 5.0), 1.0);
        stage.input("b", "TurnOff", "");
        assert_eq!(seen(&mut stage, 5.0), 0.0);
        stage.input("b", "Toggle", "");
        assert_eq!(seen(&mut stage, 5.0), 1.0);
    }

    #[test]
    fn it_strikes_again_and_again() {
        let mut stage = Stage::new("{ classname env_beam targetname b spawnflags 1 life 0.25 striketime 0.75 }", &[]);
        let share = seen(&mut stage, 20.0);
        assert!((0.22..0.28).contains(&share), "{share}");
        let keys = "spawnflags 5 life 0.25 striketime 0.75";
        let mut random = Stage::new(&format!("{{ classname env_beam targetname b {keys} }}"), &[]);
        let share = seen(&mut random, 60.0);
        assert!((0.3..0.5).contains(&share), "{share}");
    }

    #[test]
    fn it_strikes_once_while_it_is_off() {
        let mut stage = Stage::new("{ classname env_beam targetname b life 0.5 }", &[]);
        assert_eq!(seen(&mut stage, 1.0), 0.0);
        stage.input("b", "StrikeOnce", "");
        assert!(is_shown(&stage.world, stage.find("b")));
        seen(&mut stage, 0.6);
        assert_eq!(seen(&mut stage, 2.0), 0.0);
    }
}
