//! `logic_case`: compares a value with up to sixteen others, or picks one of them by chance.

use crate::shared::dice;
use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Value, ValueKind};
use kerosene_world::Component;

/// How many cases there are.
const CASES: usize = 16;

/// Key and output of each case.
const NAMES: [(&str, &str); CASES] = [
    ("Case01", "OnCase01"),
    ("Case02", "OnCase02"),
    ("Case03", "OnCase03"),
    ("Case04", "OnCase04"),
    ("Case05", "OnCase05"),
    ("Case06", "OnCase06"),
    ("Case07", "OnCase07"),
    ("Case08", "OnCase08"),
    ("Case09", "OnCase09"),
    ("Case10", "OnCase10"),
    ("Case11", "OnCase11"),
    ("Case12", "OnCase12"),
    ("Case13", "OnCase13"),
    ("Case14", "OnCase14"),
    ("Case15", "OnCase15"),
    ("Case16", "OnCase16"),
];

/// The cases of a shuffle.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "logic_case")]
pub(crate) struct Case {
    /// Bits of the cases that were picked in this round of a shuffle.
    #[field(key = "")]
    picked: u32,
    /// The case that was picked last and its bit, so that a new round does not begin with it.
    #[field(key = "")]
    last: u32,
}

pub(crate) fn class() -> ClassDef {
    let class = ClassDef::new("logic_case", ClassKind::Point)
        .help("Compares a value with others, or picks one by chance.")
        .component::<Case>()
        .component::<dice::Dice>()
        .input(
            "InValue",
            ValueKind::Any,
            in_value,
            "Fires the output of the first case that is the same, else OnDefault.",
        )
        .input("PickRandom", ValueKind::None, pick_random, "Fires the output of a case that something is wired to.")
        .input("PickRandomShuffle", ValueKind::None, pick_shuffle, "The same, each case once before one comes again.")
        .output("OnDefault", ValueKind::Any, "When no case is the same; brings the value.");
    let class =
        NAMES.iter().fold(class, |class, (key, _)| class.key(key, KeyKind::String, "", key, "The value of this case."));
    NAMES.iter().fold(class, |class, (_, output)| class.output(output, ValueKind::None, "When this case is met."))
}

fn in_value(world: &mut EntityWorld, case: EntityId, event: &InputEvent) {
    let value = world.shown(event.value).to_string();
    match NAMES.iter().find(|(key, _)| is_same(world, case, key, &value)) {
        Some((_, output)) => world.fire_output(case, output, event.activator, Value::None),
        None => world.fire_output(case, "OnDefault", event.activator, event.value),
    };
}

/// Whether a case says the same: as text, ASCII case ignored, or as a number.
fn is_same(world: &EntityWorld, case: EntityId, key: &str, value: &str) -> bool {
    let Some(own) = world.field(case, key) else { return false };
    let own = world.shown(own).to_string();
    let number = |text: &str| text.trim().parse::<f32>().ok();
    !own.is_empty() && (own.eq_ignore_ascii_case(value) || number(&own).is_some_and(|own| number(value) == Some(own)))
}

/// Bits of the cases whose outputs are wired to something.
fn wired(world: &EntityWorld, case: EntityId) -> u32 {
    let has_wire =
        |output: &str| world.wires(case).any(|wire| world.spelling(wire.output).eq_ignore_ascii_case(output));
    NAMES.iter().enumerate().filter(|(_, (_, output))| has_wire(output)).map(|(index, _)| 1 << index).sum()
}

fn pick_random(world: &mut EntityWorld, case: EntityId, event: &InputEvent) {
    let among = wired(world, case);
    pick(world, case, event, among);
}

fn pick_shuffle(world: &mut EntityWorld, case: EntityId, event: &InputEvent) {
    let (state, wired) = (world.get::<Case>(case).unwrap_or_default(), wired(world, case));
    let (picked, among) = match wired & !state.picked {
        0 if wired.count_ones() > 1 => (0, wired & !state.last),
        0 => (0, wired),
        left => (state.picked, left),
    };
    if let Some(bit) = pick(world, case, event, among) {
        world.insert(case, Case { picked: picked | bit, last: bit });
    }
}

/// Fires one of some cases by chance; gives its bit.
fn pick(world: &mut EntityWorld, case: EntityId, event: &InputEvent, among: u32) -> Option<u32> {
    let chosen = dice::throw_below(world, case, among.count_ones()) as usize;
    let index = (0..CASES).filter(|index| among & (1 << index) != 0).nth(chosen)?;
    world.fire_output(case, NAMES[index].1, event.activator, Value::None);
    Some(1 << index)
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    const WIRED: &str = "connections { OnCase01 \"x,Kill\" OnCase03 \"x,Kill\" OnCase16 \"x,Kill\" }";

    #[test]
    fn values_are_the_same_as_text_or_as_numbers() {
        let mut stage =
            Stage::new("{ classname logic_case targetname c Case01 red Case02 2 Case03 2.0 Case16 x }", &[]);
        for value in ["RED", "2.0", "green", "X"] {
            stage.input("c", "InValue", value);
        }
        stage.input("c", "InValue", "");
        assert_eq!(stage.outputs(), ["OnCase01", "OnCase02", "OnDefault", "OnCase16", "OnDefault"]);
    }

    #[test]
    fn chance_picks_what_is_wired() {
        let mut stage = Stage::new(&format!("{{ classname logic_case targetname c {WIRED} }}"), &[]);
        (0..60).for_each(|_| stage.input("c", "PickRandom", ""));
        let fired = stage.outputs();
        let count = |output: &str| fired.iter().filter(|fired| *fired == output).count();
        let counts = ["OnCase01", "OnCase03", "OnCase16"].map(count);
        assert!(counts.iter().sum::<usize>() == 60 && counts.iter().all(|&count| count > 8), "{counts:?}");
    }

    #[test]
    fn a_shuffle_takes_each_once_before_one_comes_again() {
        let mut stage = Stage::new(&format!("{{ classname logic_case targetname c {WIRED} }}"), &[]);
        (0..30).for_each(|_| stage.input("c", "PickRandomShuffle", ""));
        let fired = stage.outputs();
        for round in fired.chunks(3) {
            let mut round = round.to_vec();
            round.sort();
            assert_eq!(round, ["OnCase01", "OnCase03", "OnCase16"]);
        }
        assert!(fired.windows(2).all(|pair| pair[0] != pair[1]), "{fired:?}");
    }
}
