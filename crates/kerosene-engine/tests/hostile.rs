//! Odd entities and odd input: whatever a map or a client says, the engine goes on.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Content, rooms};
use kerosene_engine::{PlayerInput, WalkRecorder};
use kerosene_math::Angles;
use kerosene_physics::{Buttons, PlayerCommand};
use proptest::prelude::*;

/// Numbers as hostile maps write them.
const NUMBERS: &str = "(0|-0|1|-64|272|1e30|-1e38|1e39|nan|inf|3.4e-45|16777216|\"|)";

fn any_command() -> impl Strategy<Value = PlayerCommand> {
    let float = prop_oneof![-2.0_f32..2.0, any::<f32>()];
    (any::<u32>(), [float.clone(), float.clone(), float.clone()], [float.clone(), float.clone(), float]).prop_map(
        |(buttons, [pitch, yaw, roll], [forward, side, up])| PlayerCommand {
            buttons: Buttons::from_bits_retain(buttons),
            view: Angles::new(pitch, yaw, roll),
            forward,
            side,
            up,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_spawn_point_and_any_input_leave_an_engine_that_runs_the_same_twice(
        origin in (NUMBERS, NUMBERS, NUMBERS).prop_map(|(x, y, z)| format!("{x} {y} {z}")),
        angle in NUMBERS,
        commands in prop::collection::vec(any_command(), 1..40),
    ) {
        let mut map = rooms();
        map.entities = format!("{{ classname info_player_start origin \"{origin}\" angle {angle} model *1 }}");
        let content = Content::new(&[("odd", &map)]);
        let run = || {
            let mut engine = content.engine();
            engine.load_map("odd").ok()?;
            let player = engine.spawn_player().ok()?;
            let mut recorder = WalkRecorder::default();
            for &command in &commands {
                engine.tick(&[PlayerInput { player, command }]);
                recorder.observe(engine.world()?, engine.players(), engine.tick_number(), 1);
            }
            let (state, view) = (&engine.player(player)?.state, engine.player(player)?.view);
            assert!([view.pitch, view.yaw, view.roll].iter().all(|angle| angle.is_finite()), "{view:?}");
            assert!(state.velocity.is_finite() && !state.origin.is_nan(), "{state:?}");
            Some(engine.state_hash())
        };
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn any_text_is_a_level_that_runs_or_an_error(text in "[{}\"a-z*0-9 \\n\\\\/-]{0,60}") {
        let mut map = rooms();
        map.entities = text;
        let content = Content::new(&[("odd", &map)]);
        let mut engine = content.engine();
        if engine.load_map("odd").is_ok() {
            (0..3).for_each(|_| engine.tick(&[]));
            prop_assert_eq!(engine.tick_number(), 3);
        }
    }
}
