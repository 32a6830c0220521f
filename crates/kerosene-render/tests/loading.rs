//! Levels that are made on another thread: they are what they would be, and a change of mind counts.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use kerosene_math::{Angles, Vec3};
use kerosene_render::{Camera, Frame, OffscreenRenderer, Picture};
use std::sync::Arc;
use support::{SIZE, content, grid, off_screen, rooms};

fn draw(off_screen: &mut OffscreenRenderer) -> Picture {
    let angles = Angles::new(20.0, 30.0, 0.0);
    let camera = Camera { origin: Vec3::new(-90.0, -40.0, 90.0), angles, ..Camera::default() };
    off_screen.draw(&Frame { camera, ..Frame::default() }, SIZE).unwrap()
}

#[test]
fn a_level_that_is_made_beside_pictures_is_the_same() {
    let Some(mut off_screen) = off_screen() else { return };
    for map in [grid(), rooms()] {
        let report = off_screen.renderer_mut().load_level(&map, &content()).unwrap();
        let at_once = draw(&mut off_screen);
        let map = Arc::new(map);
        off_screen.renderer_mut().begin_level(Arc::clone(&map), content());
        assert!(off_screen.renderer_mut().is_loading());
        let later = off_screen.renderer_mut().complete_level().unwrap().unwrap();
        assert!(!off_screen.renderer_mut().is_loading());
        assert_eq!(later, report);
        assert!(draw(&mut off_screen) == at_once);
        assert_eq!(Arc::strong_count(&map), 1, "whoever made the level has let go of the map");
    }
}

#[test]
fn pictures_in_memory_wait_for_their_level() {
    let Some(mut off_screen) = off_screen() else { return };
    off_screen.renderer_mut().load_level(&rooms(), &content()).unwrap();
    let at_once = draw(&mut off_screen);
    off_screen.renderer_mut().begin_level(Arc::new(rooms()), content());
    assert!(draw(&mut off_screen) == at_once);
}

#[test]
fn of_levels_that_are_begun_one_after_another_the_last_one_comes() {
    let Some(mut off_screen) = off_screen() else { return };
    off_screen.renderer_mut().load_level(&rooms(), &content()).unwrap();
    let expected = draw(&mut off_screen);
    let given_up = Arc::new(grid());
    for _ in 0..20 {
        off_screen.renderer_mut().begin_level(Arc::clone(&given_up), content());
    }
    off_screen.renderer_mut().begin_level(Arc::new(rooms()), content());
    assert!(draw(&mut off_screen) == expected);
    assert_eq!(Arc::strong_count(&given_up), 1);
}

#[test]
fn a_level_that_is_given_up_never_comes() {
    let Some(mut off_screen) = off_screen() else { return };
    let nothing = draw(&mut off_screen);
    let map = Arc::new(grid());
    off_screen.renderer_mut().begin_level(Arc::clone(&map), content());
    off_screen.renderer_mut().unload_level();
    assert!(!off_screen.renderer_mut().is_loading());
    assert!(off_screen.renderer_mut().complete_level().is_none());
    assert!(draw(&mut off_screen) == nothing);
    // One that nobody waits for when everything ends does not outlive it.
    off_screen.renderer_mut().begin_level(Arc::clone(&map), content());
    drop(off_screen);
    assert_eq!(Arc::strong_count(&map), 1);
}
