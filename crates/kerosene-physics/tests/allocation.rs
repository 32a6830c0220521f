//! A move allocates nothing. A binary of its own, because it replaces the allocator.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(unsafe_code, reason = "a global allocator is unsafe to implement")]

mod common;

use common::box_world::{BoxWorld, vec3};
use common::walker::Walker;
use kerosene_bsp::Contents;
use kerosene_math::Vec3;
use kerosene_physics::Buttons;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// Of this thread: the test harness has one of its own, which allocates when it likes.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_move_allocates_nothing() {
    let world = BoxWorld::with_floor()
        .ramp(512.0, 0.8)
        .solid(vec3(100.0, -64.0, 0.0), vec3(200.0, 64.0, 16.0))
        .filled(vec3(-400.0, -400.0, 0.0), vec3(-100.0, 400.0, 200.0), Contents::WATER)
        .filled(vec3(-64.0, 200.0, 0.0), vec3(64.0, 208.0, 200.0), Contents::LADDER);
    let mut walker = Walker::standing(world, Vec3::ZERO);
    let (mut swam, mut climbed, mut stepped, mut jumped) = (0, 0, 0, 0);
    let before = ALLOCATIONS.get();
    for tick in 0..20_000_u32 {
        walker.look(0.0, (tick / 50 * 77) as f32);
        walker.command.forward = 1.0;
        walker.command.buttons.set(Buttons::JUMP, tick % 90 < 3);
        walker.command.buttons.set(Buttons::DUCK, tick % 700 < 60);
        let events = walker.tick();
        swam += u32::from(events.water.is_some());
        climbed += u32::from(walker.state.ladder.is_some());
        stepped += u32::from(events.stepped.is_some());
        jumped += u32::from(events.jumped);
        if tick % 500 == 0 {
            walker.state.origin = vec3(0.0, 0.0, 2.0);
        }
        // Inside something at first: the nudges are counted too.
        if tick % 3000 == 0 {
            walker.state.origin = vec3(150.0, 0.0, 10.0);
        }
    }
    let allocations = ALLOCATIONS.get() - before;
    assert_eq!(allocations, 0);
    assert!(swam > 0 && climbed > 0 && stepped > 0 && jumped > 0, "{swam} {climbed} {stepped} {jumped}");
}
