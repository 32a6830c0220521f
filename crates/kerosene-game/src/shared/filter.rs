//! Entities that say who counts.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Value, ValueKind};
use kerosene_world::{Component, TextId};

/// Whether an entity of a filter class lets somebody pass: the filter, then who.
pub(crate) type FilterTest = fn(&EntityWorld, EntityId, EntityId) -> bool;

/// Whether the filter of a name lets somebody pass. No name, nobody of that name and something that is no filter let
/// everybody pass, as in Source.
pub(crate) fn passes(world: &EntityWorld, filter: TextId, who: EntityId) -> bool {
    let name = world.text(filter);
    if name.is_empty() {
        return true;
    }
    let Some(filter) = world.find_by_name(name).next() else { return true };
    lets_pass(world, filter, who)
}

/// Whether a filter entity lets somebody pass; something that is no filter lets everybody.
fn lets_pass(world: &EntityWorld, filter: EntityId, who: EntityId) -> bool {
    let class = world.class_name(filter);
    let test = crate::logic::FILTERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(class));
    let negated = world.get::<Filter>(filter).unwrap_or_default().negated;
    test.is_none_or(|(_, test)| test(world, filter, who) != negated)
}

/// What every filter has.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "filter")]
pub(crate) struct Filter {
    /// Whether those who would pass do not, and the others do.
    #[field(label = "Negated")]
    negated: bool,
}

/// What every filter class declares.
pub(crate) fn class(name: &'static str) -> ClassDef {
    ClassDef::new(name, ClassKind::Point)
        .component::<Filter>()
        .input("TestActivator", ValueKind::None, test_activator, "Fires OnPass or OnFail for whoever set it off.")
        .output("OnPass", ValueKind::None, "When TestActivator lets somebody pass.")
        .output("OnFail", ValueKind::None, "When TestActivator lets somebody not pass.")
}

fn test_activator(world: &mut EntityWorld, filter: EntityId, event: &InputEvent) {
    let passes = event.activator.is_some_and(|who| lets_pass(world, filter, who));
    world.fire_output(filter, if passes { "OnPass" } else { "OnFail" }, event.activator, Value::None);
}

/// Whether a word is a pattern, ASCII case ignored; a `*` at the end of the pattern stands for anything. Nothing is like no
/// pattern.
pub(crate) fn is_like(word: &str, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(head) => {
            word.as_bytes().get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(head.as_bytes()))
        }
        None => !pattern.is_empty() && word.eq_ignore_ascii_case(pattern),
    }
}
