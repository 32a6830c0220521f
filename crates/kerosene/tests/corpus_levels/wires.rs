//! Levels of Source's and of Half-Life's families whose wires do what their authors drew.
//!
//! The corpus has no level of Half-Life itself with logic in it; `nzp_xmas2` is in its map format, with classes and
//! chains of triggers like its own.

use super::corpus;
use super::playthrough::Playthrough;
use kerosene::math::{Angles, Vec3};

fn begin(level: &str) -> Option<Playthrough> {
    let source = corpus::folder()?.join(level);
    Some(Playthrough::begin(corpus::content([&source]), &corpus::name_of(&source)))
}

impl Playthrough {
    /// What a person types at the console.
    fn command(&mut self, text: &str) {
        self.engine.console_mut().enqueue(text);
        self.wait(1.5 / 64.0);
    }

    /// How far each of those who have a name has moved, in the order of the map.
    fn all_moved(&self, name: &str) -> Vec<Vec3> {
        let entities = self.engine.entities().unwrap();
        entities.find_by_name(name).filter_map(|entity| self.shift_of(entity)).collect()
    }

    fn count(&self, name: &str) -> usize {
        self.engine.entities().unwrap().find_by_name(name).count()
    }
}

#[test]
fn doors_open_and_relays_pass_on_in_a_level_of_half_lifes_format() {
    let Some(mut play) = begin("valve220/nzp/nzp_xmas2.map") else { return };
    play.command("sv_cheats 1");

    // The power is switched on: its door opens five seconds later, and not sooner.
    play.command("ent_fire fake_power_activate Trigger");
    play.wait(4.5);
    assert_eq!(play.all_moved("fake_power_doors"), [Vec3::ZERO]);
    play.wait_until("the doors of the power room are open", 2.5, |play| {
        play.all_moved("fake_power_doors") == [Vec3::new(104.0, 0.0, 0.0)]
    });

    // A balcony: four leaves open, and a relay takes them away two seconds after.
    assert_eq!(play.all_moved("balcony1door"), [Vec3::ZERO; 4]);
    play.command("ent_fire balcony1 Trigger");
    play.wait(1.0);
    let open = [[47.0, 0.0], [0.0, 47.0], [0.0, -47.0], [-47.0, 0.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
    assert_eq!(play.all_moved("balcony1door"), open);
    play.wait(1.5);
    assert_eq!((play.count("balcony1door"), play.count("balcony2door")), (0, 4));

    // From one relay to the next and the next, which removes what blocks the bells.
    assert_eq!(play.count("q_bell_blocker"), 7);
    play.command("ent_fire q_gramo_interact_seq Trigger");
    play.wait(0.1);
    assert_eq!((play.count("q_bell_blocker"), play.count("q_bells_activate")), (0, 0));
}

#[test]
fn a_trigger_switches_spawn_points_by_a_part_of_their_names_in_a_level_of_source() {
    let Some(mut play) = begin("vmf/laurirasanen/itemtest_d.vmf") else { return };
    let states = |play: &Playthrough, name: &str| -> Vec<bool> {
        let entities = play.engine.entities().unwrap();
        entities.find_by_name(name).map(|entity| entities.is_enabled(entity)).collect()
    };
    let far = states(&play, "spawn_perf_1").len();
    assert_eq!((states(&play, "spawn_red_1"), far), (vec![true], 27));
    assert_eq!(states(&play, "spawn_perf_1"), vec![false; far]);
    // Points that are switched off serve nobody: further players come in where the teams begin, away from the trigger.
    play.engine.spawn_player().unwrap();
    let third = play.engine.spawn_player().unwrap();
    play.wait(0.1);
    assert_eq!(states(&play, "spawn_red_1"), [true]);
    let entities = play.engine.entities().unwrap();
    let place = entities.find_by_name("spawn_perf_1").map(|entity| entities.origin(entity)).next().unwrap();
    assert!(play.engine.place_player(third, place, Angles::ZERO));
    play.wait(0.1);
    assert_eq!(states(&play, "spawn_red_1"), [false]);
    assert_eq!(states(&play, "spawn_perf_1"), vec![true; far]);
    play.engine.remove_player(third).unwrap();
    play.wait(0.1);
    assert_eq!(states(&play, "spawn_red_1"), [true]);
    assert_eq!(states(&play, "spawn_perf_1"), vec![false; far]);
}
