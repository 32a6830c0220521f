//! A steady tick allocates nothing: counted by an allocator of its own, hence a test binary of its own.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(unsafe_code, reason = "a global allocator cannot be written without")]

mod common;

use common::{Content, rooms};
use kerosene_engine::PlayerInput;
use kerosene_math::Angles;
use kerosene_physics::{Buttons, PlayerCommand};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; only a counter is added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same for `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `System`, by `alloc` or `realloc` of this allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the pointer came from `System`, and the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn ticks_and_frames_allocate_nothing() {
    let content = Content::new(&[("rooms", &rooms())]);
    let mut engine = content.engine();
    engine.load_map("rooms").unwrap();
    let players = [engine.spawn_player().unwrap(), engine.spawn_player().unwrap()];
    let mut inputs = players.map(|player| PlayerInput { player, command: PlayerCommand::default() });
    engine.frame(Duration::ZERO, &inputs);
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    for tick in 0..1000_u16 {
        for input in &mut inputs {
            input.command.forward = 1.0;
            input.command.view = Angles::new(0.0, f32::from(tick) * 3.0, 0.0);
            input.command.buttons = if tick % 50 == 0 { Buttons::JUMP } else { Buttons::empty() };
        }
        engine.frame(Duration::from_micros(15_625), &inputs);
        engine.state_hash();
    }
    assert_eq!(engine.tick_number(), 1000);
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
}
