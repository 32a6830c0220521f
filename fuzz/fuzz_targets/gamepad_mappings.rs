//! Tables of gamepads' mappings: any text is read line by line or refused by line, and whatever a table says, a device read by
//! it gives values within their ranges. The bytes behind the last line break are events of that device.
#![no_main]

use kerosene_console::Console;
use kerosene_input::{GamepadEvent, Guid, Input, MappingText, Mappings, PadId, PadInfo, PlayerSlot, RawEvent};
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

/// Three bytes are an event: what moved, its number, where it is.
fn event(bytes: &[u8]) -> RawEvent {
    match bytes[0] % 3 {
        0 => RawEvent::Button(bytes[1], bytes[2] & 1 == 1),
        1 => RawEvent::Axis(bytes[1], f32::from(bytes[2]) / 100.0 - 1.25),
        _ => RawEvent::Hat(bytes[1], bytes[2]),
    }
}

fuzz_target!(|data: &[u8]| {
    let end = data.iter().rposition(|byte| *byte == b'\n').map_or(data.len(), |at| at + 1);
    let Ok(text) = std::str::from_utf8(&data[..end]) else { return };
    let lines = text.lines().count();
    let mut mappings = Mappings::default();
    let report = mappings.add_text(text);
    assert!(report.read + report.errors.len() + report.more_errors <= lines + 1);
    for line in MappingText::new(text, "Linux") {
        let (guid, mapping) = match line {
            Ok(line) => line,
            Err(error) => {
                assert!(error.line >= 1 && error.line <= lines.max(MappingText::LINES));
                continue;
            }
        };
        assert!(mapping.parts.len() <= MappingText::PARTS);
        assert_eq!(Guid::parse(&guid.to_string()), Some(guid));
        let mut console = Console::new();
        let mut input = Input::new(&mut console).expect("the names are free");
        let info = PadInfo { name: mapping.name.clone(), guid, automatic: Some(mapping) };
        input.poll_gamepads(&mut vec![GamepadEvent::Connected(PadId(0), info)]);
        let moves = data[end..].chunks_exact(3).take(64);
        input.poll_gamepads(&mut moves.map(|bytes| GamepadEvent::Raw(PadId(0), event(bytes))).collect::<Vec<_>>());
        input.advance(&console, Duration::from_millis(16));
        let command = input.command(PlayerSlot::FIRST);
        assert!(command.forward.abs() <= 1.0 && command.side.abs() <= 1.0 && command.view.pitch.abs() <= 89.0);
        // One device is enough of a table.
        break;
    }
});
