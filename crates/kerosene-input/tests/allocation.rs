//! A frame of play takes nothing from the heap: keys, mouse, gamepad and command.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_console::Console;
use kerosene_input::{
    DEFAULT_BINDS, DeviceId, GamepadEvent, GamepadSource, Guid, Input, Key, Mappings, MotionKind, PadId, PadInfo,
    PlayerSlot, RawEvent,
};
use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread};
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// A gamepad whose stick circles and whose button is pressed every other frame.
struct Restless(u32);

impl GamepadSource for Restless {
    fn poll(&mut self, events: &mut Vec<GamepadEvent>) {
        self.0 += 1;
        let way = if self.0 % 4 < 2 { 1.0 } else { -1.0 };
        events.push(GamepadEvent::Raw(PadId(0), RawEvent::Axis(3, way)));
        events.push(GamepadEvent::Raw(PadId(0), RawEvent::Button(0, self.0.is_multiple_of(2))));
    }
}

fn frame(console: &mut Console, input: &mut Input, source: &mut Restless, number: u32) {
    input.key(DeviceId::KEYBOARD, Key::W, number % 8 < 4);
    input.key(DeviceId::MOUSE, Key::Mouse1, number.is_multiple_of(3));
    input.mouse_moved(DeviceId::MOUSE, MotionKind::Raw, 3.0, -1.0);
    input.poll_gamepads(source);
    input.send(console);
    input.advance(console, Duration::from_millis(4));
    std::hint::black_box(input.command(PlayerSlot::FIRST));
    input.ticks_ran(number % 2);
}

#[test]
fn a_frame_of_play_takes_nothing_from_the_heap() {
    let mut console = Console::new();
    let mut input = Input::new(&mut console).unwrap();
    input.run(&mut console, DEFAULT_BINDS);
    let guid = Guid::from_ids(3, 0x045e, 0x028e, 0x0114);
    let automatic = Mappings::default().find(guid).cloned();
    let info = PadInfo { name: "Pad".to_owned(), guid, automatic };
    input.poll_gamepads(&mut vec![GamepadEvent::Connected(PadId(0), info)]);
    let mut source = Restless(0);
    (0..16).for_each(|number| frame(&mut console, &mut input, &mut source, number));
    let before = taken_by_this_thread();
    (0..1000).for_each(|number| frame(&mut console, &mut input, &mut source, number));
    assert_eq!(taken_by_this_thread() - before, 0);
}
