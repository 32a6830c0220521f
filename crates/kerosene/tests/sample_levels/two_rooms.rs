//! `two_rooms`: a door between the rooms, a puzzle of three buttons, the lift to the gallery, the way out.

use super::playthrough::Playthrough;

pub(crate) fn play() -> Playthrough {
    let mut play = crate::begin("two_rooms", &[]);
    let start = play.place();

    // The door is shut, and nobody gets through.
    assert!(!play.try_to_walk_to(576.0, 256.0));
    assert!(play.place().x < 512.0 && start.x < 128.0);
    play.walk_to(470.0, 340.0);
    assert!(!play.is_on("lamp_passage"));
    play.press_use_at([504.0, 368.0, 56.0]);
    assert!(play.moved("door_between").z > 0.0, "the door goes up at once");
    play.wait_until("the door is open", 2.0, |play| play.moved("door_between").z == 120.0);
    assert!(play.has_read("The door to the second room opens."));
    play.wait(0.1);
    assert!(play.is_on("lamp_passage"));

    // Through the passage, whose trigger counts and shuts the door behind the player.
    play.walk_to(470.0, 256.0);
    play.walk_to(700.0, 256.0);
    assert_eq!(play.counter("crossings"), 1.0);
    play.wait_until("the door is shut", 6.0, |play| play.moved("door_between").z == 0.0);

    // Two of three buttons, then the one that undoes them.
    assert_eq!(play.moved("lift").z, 0.0, "the lift waits at the gallery");
    press(&mut play, (704.0, 160.0), [704.0, 112.0, 48.0]);
    press(&mut play, (704.0, 352.0), [704.0, 400.0, 48.0]);
    assert_eq!((play.counter("puzzle"), play.moved("plate_1").z), (2.0, -6.0));
    press(&mut play, (840.0, 48.0), [896.0, 48.0, 48.0]);
    play.wait(1.0);
    assert_eq!((play.counter("puzzle"), play.moved("plate_1").z, play.moved("plate_2").z), (0.0, 0.0, 0.0));
    assert_eq!(play.moved("lift").z, 0.0);

    // All three: the lift comes down.
    press(&mut play, (840.0, 464.0), [896.0, 464.0, 48.0]);
    press(&mut play, (704.0, 352.0), [704.0, 400.0, 48.0]);
    press(&mut play, (704.0, 160.0), [704.0, 112.0, 48.0]);
    assert_eq!(play.counter("puzzle"), 3.0);
    assert!(play.has_read("The lift comes down."));
    play.wait_until("the lift is down", 4.0, |play| play.moved("lift").z == -176.0);

    // Up with it, along the gallery, out through the door that the trigger there opens.
    play.walk_to(800.0, 256.0);
    play.walk_to(912.0, 256.0);
    play.wait_until("the lift is up", 4.0, |play| play.moved("lift").z == 0.0);
    assert!((play.place().z - 192.0).abs() < 0.1, "it has taken the player along: {}", play.place());
    assert_eq!((play.moved("exit_door").y, play.is_on("lamp_exit")), (0.0, false));
    play.walk_to(1080.0, 256.0);
    play.wait_until("the way out is open", 3.0, |play| play.moved("exit_door").y == 92.0);
    assert!(play.is_on("lamp_exit") && play.counter("finished") == 0.0);
    play.walk_to(1232.0, 256.0);
    assert_eq!(play.counter("finished"), 1.0);
    assert!(play.has_read("You have left both rooms."));
    play
}

/// Walks to a place and presses a button from there.
fn press(play: &mut Playthrough, (x, y): (f32, f32), button: [f32; 3]) {
    play.walk_to(x, y);
    play.press_use_at(button);
}

#[test]
fn a_player_opens_the_door_solves_the_puzzle_rides_up_and_leaves() {
    play();
}

#[test]
fn playing_it_again_is_the_same_to_the_bit() {
    super::assert_the_same(&play().hashes, &play().hashes);
}
