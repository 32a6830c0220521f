//! Commands and parameters as data.

use crate::common::walker::Walker;
use kerosene_math::Angles;
use kerosene_physics::{Buttons, MoveParameters, PlayerCommand};
use proptest::prelude::*;

proptest! {
    #[test]
    fn any_bytes_are_a_command_and_come_back(bytes in any::<[u8; PlayerCommand::BYTES]>()) {
        prop_assert_eq!(PlayerCommand::from_bytes(&bytes).to_bytes(), bytes);
    }
}

#[test]
fn the_layout_of_a_recorded_command_is_fixed() {
    let command = PlayerCommand {
        buttons: Buttons::JUMP | Buttons::WALK,
        view: Angles { pitch: 1.0, yaw: -2.0, roll: 0.5 },
        forward: 1.0,
        side: -1.0,
        up: 0.25,
    };
    let words = [0x12, 0x3f80_0000, 0xc000_0000, 0x3f00_0000, 0x3f80_0000, 0xbf80_0000, 0x3e80_0000_u32];
    let expected: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    assert_eq!(command.to_bytes().to_vec(), expected);
}

#[test]
fn damaged_commands_count_as_no_wish() {
    let mut walker = Walker::on_floor();
    walker.command.forward = f32::NAN;
    walker.command.side = f32::INFINITY;
    walker.look(f32::NAN, f32::NEG_INFINITY);
    let start = walker.state.origin;
    walker.ticks(16);
    assert_eq!(walker.state.origin, start);
    walker.command = PlayerCommand { forward: 1000.0, ..PlayerCommand::default() };
    walker.ticks(128);
    assert!(walker.level_speed() < 320.1);
}

#[test]
fn parameters_are_declared_with_sane_ranges_and_distinct_names() {
    for (index, parameter) in MoveParameters::ALL.iter().enumerate() {
        assert!(parameter.min <= parameter.default && parameter.default <= parameter.max, "{}", parameter.convar);
        assert!(MoveParameters::ALL[..index].iter().all(|other| other.convar != parameter.convar));
        let mut parameters = MoveParameters::default();
        assert_eq!((parameter.get)(&parameters), parameter.default);
        (parameter.set)(&mut parameters, f32::INFINITY);
        assert_eq!((parameter.get)(&parameters), parameter.max);
        (parameter.set)(&mut parameters, f32::NAN);
        assert_eq!((parameter.get)(&parameters), parameter.default);
    }
}
