//! The sample levels kept, saved, gone back to, and wandered in: the same to the bit each time.

use super::level::content;
use super::playthrough::{Playthrough, Witness};
use super::{facility, scripts, two_rooms};
use kerosene::engine::{Engine, EngineOptions, WalkStatistics, Walkers};
use kerosene::math::Pcg32;
use kerosene_vfs::Access;

/// Moments of a playthrough that are gone back to.
const MOMENTS: u32 = 100;
/// Ticks played from each.
const TICKS: usize = 200;
/// Ticks that a level is wandered in.
const WALK: u64 = 10_000;

/// Plays a playthrough's commands again. At random moments it goes on for a while, then back to what was kept and on,
/// then to what was saved and on.
fn go_back_at_random_moments(level: &str, mut play: Playthrough, played: &Playthrough) {
    let mut random = Pcg32::new(4, 7);
    let (mut at, last) = (play.commands.len(), played.commands.len() - TICKS);
    // The rest of it is in another level.
    let last = last.min(played.ticks_in_first_level - TICKS);
    let step = ((last - at) as u32 * 2 / MOMENTS).max(1);
    for moment in 0..MOMENTS {
        let to = (at + random.below(step).unwrap_or_default() as usize).min(last);
        play.follow(&played.commands[at..to]);
        at = to;
        let ahead = &played.commands[at..at + TICKS];
        let (kept, saved) = (play.engine.snapshot().unwrap(), play.engine.save_bytes().unwrap());
        let first = play.follow(ahead);
        play.engine.restore(&kept).unwrap();
        assert!(play.follow(ahead) == first, "{level}: differs after moment {moment}, kept in tick {at}");
        play.engine.load_bytes(&saved).unwrap();
        assert!(play.follow(ahead) == first, "{level}: differs after moment {moment}, saved in tick {at}");
        play.engine.load_bytes(&saved).unwrap();
    }
}

#[test]
fn two_rooms_goes_on_from_what_was_kept_and_saved_as_before() {
    go_back_at_random_moments("two_rooms", crate::begin("two_rooms", &[]), &two_rooms::play());
}

#[test]
fn scripts_go_on_from_what_was_kept_and_saved_as_before() {
    go_back_at_random_moments("scripts", scripts::begin(), &scripts::play());
}

#[test]
fn facility_goes_on_from_what_was_kept_and_saved_as_before() {
    go_back_at_random_moments("facility", crate::begin("facility", &[]), &facility::play());
}

fn wander(level: &str) -> (WalkStatistics, Vec<u64>) {
    let content = content(std::iter::once(&level));
    let mut options = EngineOptions::default();
    options.vfs.mount_folder(content.path(), Access::ReadOnly);
    let mut engine = Engine::with_game(options, Witness::default()).unwrap();
    engine.load_map(level).unwrap();
    engine.keep_hashes(true);
    let mut walkers = Walkers::spawn(&mut engine, 2, 1).unwrap();
    for _ in 0..WALK {
        let inputs = walkers.inputs(&mut engine);
        engine.tick(inputs);
        walkers.observe(&engine);
    }
    (walkers.statistics(), engine.kept_hashes().to_vec())
}

#[test]
fn who_wanders_about_ends_no_tick_in_solid_and_wanders_alike_again() {
    for level in ["two_rooms", "facility"] {
        let ((walked, hashes), (_, again)) = (wander(level), wander(level));
        assert_eq!(walked.solid_ticks, 0, "{level}: first in tick {:?}", walked.first_solid_tick);
        assert!(walked.cells > 30, "{level}: {walked:?}");
        assert_eq!(hashes.iter().zip(&again).position(|(a, b)| a != b), None, "{level}");
    }
}
