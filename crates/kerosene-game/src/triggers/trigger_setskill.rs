//! `trigger_setskill`: whoever walks through chooses how hard the levels are that come, as in Quake's hall of episodes.
//!
//! What the variable `skill` means is the game's: the levels of other games are read as they are on normal skill.

use crate::shared::{trigger, who};
use kerosene_entity::{ClassDef, EntityId, EntityWorld, KeyKind, Request, Touch, TouchPhase, Value};

/// The highest skill.
const MOST: i64 = 3;

pub(crate) fn class() -> ClassDef {
    trigger::class("trigger_setskill")
        .help("Sets the variable skill for the levels that come.")
        .key("skill", KeyKind::Choices, "1", "Skill", "How hard levels are to be.")
        .choice("0", "Easy")
        .choice("1", "Normal")
        .choice("2", "Hard")
        .choice("3", "Nightmare")
        .on_touch(touch)
}

fn touch(world: &mut EntityWorld, trigger: EntityId, touch: &Touch) {
    let is_player = who::is_player(world, touch.other);
    if !trigger::touch(world, trigger, touch) || touch.phase != TouchPhase::Start || !is_player {
        return;
    }
    let skill = world.field(trigger, "skill").and_then(Value::int).unwrap_or(1).clamp(0, MOST);
    let text = world.intern(&format!("skill {skill}"));
    world.request(Some(trigger), Request::Command { text });
    world.fire_output(trigger, "OnTrigger", Some(touch.other), Value::None);
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::{Request, TouchPhase};
    use kerosene_math::Vec3;

    #[test]
    fn it_sets_the_variable_once_for_each_time_that_somebody_comes_in() {
        let mut stage = Stage::new("{ classname trigger_setskill targetname t skill 2 model *1 }", &[[0.0; 6]]);
        let player = stage.player(Vec3::ZERO);
        for phase in [TouchPhase::Start, TouchPhase::Stay, TouchPhase::End] {
            stage.touch("t", player, phase);
        }
        let text = stage.world.intern("skill 2");
        assert_eq!(stage.requests(), [Request::Command { text }]);
    }
}
