//! `door`: brushes that slide open.

use crate::shared::direction::{direction, travel};
use crate::shared::door;
use kerosene_entity::{ClassDef, EntityId, EntityWorld, Pose};
use kerosene_math::Vec3;
use kerosene_world::Component;

/// How a door slides.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Slide {
    /// Which way it opens: pitch, yaw and roll. Up is `-90 0 0`.
    #[field(key = "movedir", label = "Direction", default = "-90 0 0", widget = "angles")]
    pub(crate) direction: Vec3,
    /// What of it is still to be seen when it is open, in units.
    #[field(label = "Lip", default = "8")]
    pub(crate) lip: f32,
}

pub(crate) fn class() -> ClassDef {
    door::class("door")
        .help("Brushes that slide open, as far as they are long in that direction.")
        .component::<Slide>()
        .on_spawn(spawn)
}

/// Puts sliding brushes in place.
pub(crate) fn spawn(world: &mut EntityWorld, door: EntityId) {
    let (Some(slide), shut) = (world.get::<Slide>(door), world.local_pose(door)) else { return };
    let way = direction(slide.direction);
    let distance = world.brush_bounds(door).map_or(0.0, |bounds| travel(bounds, way, slide.lip));
    door::settle(world, door, Pose { origin: shut.origin + way * distance, ..shut });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::{Damage, DamageKind, EntityId, Request, TouchPhase};
    use kerosene_math::Vec3;

    /// A block of 16 by 64 by 96 units.
    const BLOCK: [f32; 6] = [0.0, 0.0, 0.0, 16.0, 64.0, 96.0];

    fn door(keys: &str) -> Stage {
        // 50 units to open, at 100 a second.
        let text = format!("{{ classname func_door targetname d model *1 movedir \"0 90 0\" lip 14 wait 2 {keys} }}");
        Stage::new(&text, &[BLOCK])
    }

    fn y(stage: &Stage) -> f32 {
        stage.origin("d").y
    }

    #[test]
    fn it_opens_waits_and_shuts_at_the_times_that_its_keys_say() {
        let mut stage = door("");
        stage.input("d", "Open", "");
        stage.play(0.25);
        assert_eq!(y(&stage), 25.0);
        stage.play(4.0);
        let expected = ["0.000 d.OnOpen", "0.500 d.OnFullyOpen", "2.500 d.OnClose", "3.000 d.OnFullyClosed"];
        assert_eq!(stage.fired(), expected);
        assert_eq!(y(&stage), 0.0);
    }

    #[test]
    fn its_timetable_does_not_depend_on_the_tick_rate() {
        // Ticks of 70 ms: what happens is noticed at most a tick late, and lateness does not add up.
        let mut stage = door("speed 37 wait 0.41");
        stage.interval = std::time::Duration::from_millis(70);
        stage.input("d", "Open", "");
        stage.play(7.0);
        let way = 50.0 / 37.0;
        let exact = [0.0, way, way + 0.41, way + 0.41 + way];
        let seen: Vec<f64> =
            stage.fired().iter().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
        assert_eq!(seen.len(), 4);
        for (seen, exact) in seen.into_iter().zip(exact) {
            assert!((exact - 1e-3..exact + 0.0701).contains(&seen), "{seen} {exact}");
        }
    }

    #[test]
    fn one_that_stays_stays_and_one_that_toggles_toggles() {
        let mut stage = door("wait -1");
        stage.input("d", "Open", "");
        stage.play(20.0);
        assert_eq!(y(&stage), 50.0);
        stage.input("d", "Close", "");
        stage.play(1.0);
        assert_eq!(y(&stage), 0.0);
        let mut stage = door("spawnflags 32");
        for end in [50.0, 0.0, 50.0] {
            stage.input("d", "Use", "");
            stage.play(9.0);
            assert_eq!(y(&stage), end);
        }
    }

    #[test]
    fn an_open_door_that_is_opened_again_stays_open_for_longer() {
        let mut stage = door("");
        stage.input("d", "Open", "");
        stage.play(2.0);
        stage.input("d", "Open", "");
        stage.play(1.75);
        assert_eq!(y(&stage), 50.0);
        stage.play(1.0);
        assert_eq!(y(&stage), 0.0);
        assert_eq!(stage.outputs(), ["OnOpen", "OnFullyOpen", "OnClose", "OnFullyClosed"]);
    }

    #[test]
    fn a_door_can_turn_round_on_its_way() {
        let mut stage = door("");
        stage.input("d", "Open", "");
        stage.play(0.25);
        stage.input("d", "Toggle", "");
        stage.play(0.125);
        assert_eq!(y(&stage), 12.5);
        stage.play(1.0);
        assert_eq!(stage.fired(), ["0.000 d.OnOpen", "0.250 d.OnClose", "0.500 d.OnFullyClosed"]);
    }

    #[test]
    fn a_locked_door_says_so_to_people_and_nothing_to_wires() {
        let mut stage = door("spawnflags 2304 noise_locked door/locked");
        let (player, door) = (stage.player(Vec3::ZERO), stage.find("d"));
        stage.input("d", "Open", "");
        assert!(stage.outputs().is_empty());
        stage.world.use_entity(door, player);
        assert_eq!(stage.outputs(), ["OnLockedUse"]);
        let sound = stage.world.intern("door/locked");
        assert!(stage.requests().contains(&Request::PlaySound(kerosene_entity::SoundRequest::once(sound))));
        stage.input("d", "Unlock", "");
        stage.world.use_entity(door, player);
        assert_eq!(stage.outputs(), ["OnOpen"]);
    }

    #[test]
    fn use_touch_and_damage_open_only_the_doors_that_say_so() {
        let opens = |keys: &str, act: fn(&mut Stage, EntityId, EntityId)| {
            let mut stage = door(keys);
            let (player, door) = (stage.player(Vec3::ZERO), stage.find("d"));
            act(&mut stage, door, player);
            !stage.outputs().is_empty()
        };
        let used: fn(&mut Stage, EntityId, EntityId) = |stage, door, player| {
            stage.world.use_entity(door, player);
        };
        let touched: fn(&mut Stage, EntityId, EntityId) =
            |stage, _, player| stage.touch("d", player, TouchPhase::Start);
        let shot: fn(&mut Stage, EntityId, EntityId) = |stage, door, player| {
            for _ in 0..2 {
                stage.world.damage(door, &Damage::new(30.0, DamageKind::BULLET).by(Some(player), None));
            }
        };
        assert_eq!([used, touched, shot].map(|act| opens("", act)), [false, false, false]);
        assert_eq!([used, touched, shot].map(|act| opens("spawnflags 256", act)), [true, false, false]);
        assert_eq!([used, touched, shot].map(|act| opens("spawnflags 1024", act)), [false, true, false]);
        assert_eq!([used, touched, shot].map(|act| opens("health 50", act)), [false, false, true]);
        assert!(!opens("health 70", shot));
    }

    /// The fields in which doors and lifts feel players.
    fn fields(stage: &Stage) -> Vec<EntityId> {
        stage.world.entities().filter(|&entity| stage.world.class_name(entity) == "touch_field").collect()
    }

    #[test]
    fn doors_that_feel_who_comes_near_have_one_field_for_the_team() {
        let text = |flags: u32| {
            format!(
                "{{ classname door targetname d model *1 movedir \"0 90 0\" lip 14 wait 1 linked 1 spawnflags 262144 }}
                 {{ classname door targetname e model *2 movedir \"0 -90 0\" lip 14 wait 1 linked 1 spawnflags {flags} }}"
            )
        };
        let both = [BLOCK, [16.0, 0.0, 0.0, 32.0, 64.0, 96.0]];
        let mut stage = Stage::new(&text(262_144), &both);
        let [field] = fields(&stage)[..] else { panic!("one field") };
        let corner = |key: &str| stage.world.field(field, key).unwrap().vector().unwrap() + stage.world.origin(field);
        assert_eq!(corner("touch_mins"), Vec3::new(-60.0, -60.0, -8.0));
        assert_eq!(corner("touch_maxs"), Vec3::new(92.0, 124.0, 104.0));
        let player = stage.player(Vec3::ZERO);
        stage.world.touch(field, player, TouchPhase::Start);
        // As long as somebody is near, they stay open; running into one does nothing more.
        for _ in 0..200 {
            stage.tick();
            stage.world.touch(field, player, TouchPhase::Stay);
        }
        assert_eq!((y(&stage), stage.origin("e").y), (50.0, -50.0));
        stage.world.touch(field, player, TouchPhase::End);
        stage.play(3.0);
        assert_eq!((y(&stage), stage.origin("e").y), (0.0, 0.0));
        stage.touch("d", player, TouchPhase::Start);
        stage.play(0.5);
        assert_eq!(y(&stage), 0.0);
        // Where one of them is opened otherwise, so is the team.
        assert!(fields(&Stage::new(&text(0), &both)).is_empty());
    }

    #[test]
    fn a_field_whose_door_is_gone_goes_too() {
        let mut stage = door("spawnflags 262144");
        let (player, field) = (stage.player(Vec3::ZERO), fields(&stage)[0]);
        stage.input("d", "Kill", "");
        stage.tick();
        stage.world.touch(field, player, TouchPhase::Start);
        stage.tick();
        assert!(fields(&stage).is_empty());
    }

    #[test]
    fn a_message_is_told_to_who_runs_into_it_until_it_opens() {
        let mut stage = door("message \"Elsewhere...\" wait -1");
        let player = stage.player(Vec3::ZERO);
        for phase in [TouchPhase::Start, TouchPhase::Stay, TouchPhase::Stay, TouchPhase::End] {
            stage.touch("d", player, phase);
        }
        assert_eq!(stage.messages(), ["Elsewhere..."]);
        stage.input("d", "Open", "");
        stage.play(3.0);
        stage.touch("d", player, TouchPhase::Start);
        assert!(stage.messages().is_empty());
    }

    #[test]
    fn somebody_who_stands_against_an_open_door_keeps_it_open() {
        let mut stage = door("spawnflags 1024");
        let player = stage.player(Vec3::ZERO);
        stage.touch("d", player, TouchPhase::Start);
        for _ in 0..640 {
            stage.tick();
            stage.touch("d", player, TouchPhase::Stay);
        }
        assert_eq!(y(&stage), 50.0);
        stage.touch("d", player, TouchPhase::End);
        stage.play(2.6);
        assert_eq!(y(&stage), 0.0);
    }

    #[test]
    fn what_starts_open_can_be_shut_and_what_is_swapped_can_be_opened() {
        let mut stage = door("spawnflags 1");
        assert_eq!(y(&stage), 50.0);
        stage.play(9.0);
        assert_eq!(y(&stage), 50.0);
        stage.input("d", "Close", "");
        stage.play(9.0);
        assert_eq!((y(&stage), stage.outputs()), (0.0, vec!["OnClose".to_owned(), "OnFullyClosed".to_owned()]));
        // Quake's: it starts at its other end, and opening takes it to where the map shows it.
        let mut stage = door("spawnflags 131072");
        assert_eq!(y(&stage), 50.0);
        stage.input("d", "Open", "");
        stage.play(1.0);
        assert_eq!(y(&stage), 0.0);
        stage.play(3.0);
        assert_eq!(y(&stage), 50.0);
    }

    #[test]
    fn a_door_that_is_held_up_hurts_and_turns_back() {
        let mut stage = door("dmg 7");
        let player = stage.player(Vec3::ZERO);
        let door = stage.find("d");
        stage.input("d", "Open", "");
        stage.play(2.6);
        stage.obstacle = Some((door, player));
        stage.tick();
        stage.obstacle = None;
        stage.play(0.3);
        assert_eq!(y(&stage), 50.0);
        let fired = stage.outputs();
        assert_eq!(fired[2..], ["OnClose", "OnBlocked", "OnBlockedClosing", "OnOpen", "OnFullyOpen"]);
        let hurt =
            |request: &Request| matches!(request, Request::HurtPlayer { who, amount: 7.0, .. } if *who == player);
        assert_eq!(stage.requests().iter().filter(|request| hurt(request)).count(), 1);
        // It shuts after its wait, as if it had just been opened.
        stage.play(2.5);
        assert_eq!(y(&stage), 0.0);
    }

    #[test]
    fn a_door_that_pushes_on_hurts_ten_times_a_second_and_tells_once() {
        for (rate, keys) in [(20, "forceclosed 1"), (64, "forceclosed 1"), (128, "forceclosed 1"), (64, "wait -1")] {
            let mut stage = door(&format!("dmg 3 speed 50 {keys}"));
            stage.interval = std::time::Duration::from_nanos(1_000_000_000 / rate);
            let player = stage.player(Vec3::ZERO);
            let door = stage.find("d");
            stage.input("d", "Open", "");
            stage.obstacle = Some((door, player));
            stage.play(1.0);
            stage.obstacle = None;
            stage.play(1.1);
            let harm = stage.requests().iter().filter(|request| matches!(request, Request::HurtPlayer { .. })).count();
            assert!((8..=10).contains(&harm), "{harm} at {rate}");
            assert_eq!(stage.outputs(), ["OnOpen", "OnBlocked", "OnBlockedOpening", "OnFullyOpen"], "{rate}");
        }
    }

    #[test]
    fn doors_of_a_team_move_together_whoever_is_told() {
        let text = |keys: &str, other: &str| {
            format!(
                "{{ classname door targetname d model *1 movedir \"0 90 0\" lip 14 {keys} }}
                 {{ classname door targetname e model *2 movedir \"0 -90 0\" lip 14 {other} }}"
            )
        };
        let next_to = [16.0, 0.0, 0.0, 32.0, 64.0, 96.0];
        let apart = [19.0, 0.0, 0.0, 32.0, 64.0, 96.0];
        let both = |keys: &str, other: &str, place: [f32; 6]| {
            let mut stage = Stage::new(&text(keys, other), &[BLOCK, place]);
            stage.input("e", "Open", "");
            stage.play(0.25);
            (y(&stage), stage.origin("e").y)
        };
        assert_eq!(both("team a", "team A", apart), (25.0, -25.0));
        assert_eq!(both("linked 1", "linked 1", next_to), (25.0, -25.0));
        assert_eq!(both("linked 1", "linked 1", apart), (0.0, -25.0));
        assert_eq!(both("linked 1 spawnflags 65536", "linked 1", next_to), (0.0, -25.0));
        assert_eq!(both("", "", next_to), (0.0, -25.0));
    }

    #[test]
    fn a_new_speed_counts_at_once() {
        let mut stage = door("");
        stage.input("d", "Open", "");
        stage.play(0.25);
        stage.input("d", "SetSpeed", "200");
        stage.play(0.125);
        assert_eq!(y(&stage), 50.0);
    }

    #[test]
    fn a_parented_door_opens_in_its_parent_s_frame() {
        let text = "{ classname movelinear targetname lift model *2 movedir \"-90 0 0\" movedistance 100 }
                    { classname door targetname d model *1 movedir \"0 90 0\" lip 14 wait 9 parentname lift }";
        let mut stage = Stage::new(text, &[BLOCK, BLOCK]);
        stage.input("lift", "Open", "");
        stage.input("d", "Open", "");
        stage.play(0.25);
        assert_eq!(stage.origin("d"), Vec3::new(0.0, 25.0, 25.0));
        stage.play(2.0);
        assert_eq!(stage.origin("d"), Vec3::new(0.0, 50.0, 100.0));
    }

    #[test]
    fn sounds_have_source_s_keys_too_and_silent_doors_none() {
        let sounds = |keys: &str| {
            let mut stage = door(keys);
            stage.input("d", "Open", "");
            stage.play(0.6);
            let requests = stage.requests();
            let sounds = requests.into_iter().filter_map(|request| match request {
                Request::PlaySound(sound) => Some(stage.world.text(sound.sound).to_owned()),
                _ => None,
            });
            sounds.collect::<Vec<_>>()
        };
        assert_eq!(sounds(""), ["door/move"]);
        assert_eq!(sounds("noise1 doors/a noise2 doors/b"), ["doors/a", "doors/b"]);
        assert!(sounds("noise1 doors/a spawnflags 4096").is_empty());
    }
}
