//! Gamepads of Linux, through the kernel's event devices.
//!
//! A thread looks for devices, because opening one may take its time: at the start, then every two seconds in the list of
//! names. What a device is stands in `/sys`, which everyone may read, so keyboards are never opened, and one is told
//! of a device that may not be opened only where it is a gamepad. The devices that were opened are read on the caller's
//! thread, once a frame, without waiting.

use super::layout::{AxisCode, Layout};
use super::{GamepadEvent, GamepadSource, Guid, PadId, PadInfo, RawEvent};
use evdevil::event::{Abs, EventKind, InputEvent, Key as Code, Syn};
use evdevil::{AbsInfo, Evdev};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{fs, io};

/// How often new devices are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Events read at once.
const BATCH: usize = 64;
/// Batches of one device and frame, so that a device that never rests cannot hold up a frame.
const BATCHES: usize = 16;

/// What the thread that looks for devices says.
enum Found {
    Device(Evdev),
    Notice(String),
}

/// The gamepads of this machine.
pub struct SystemGamepads {
    found: Receiver<Found>,
    /// Dropped to end the thread.
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
    open: Vec<OpenDevice>,
    next: u16,
}

impl std::fmt::Debug for SystemGamepads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SystemGamepads").field("open", &self.open.len()).finish_non_exhaustive()
    }
}

impl SystemGamepads {
    /// Begins to look for gamepads. A machine without input devices has none and says nothing.
    #[must_use]
    pub fn new() -> Self {
        let (tell, found) = channel();
        let (running, ended) = channel();
        let looking = std::thread::Builder::new().name("gamepads".to_owned()).spawn(move || look(&tell, &ended));
        Self { found, running: Some(running), thread: looking.ok(), open: Vec::new(), next: 0 }
    }
}

impl Default for SystemGamepads {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for SystemGamepads {
    fn drop(&mut self) {
        self.running = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

impl GamepadSource for SystemGamepads {
    fn poll(&mut self, events: &mut Vec<GamepadEvent>) {
        while let Ok(found) = self.found.try_recv() {
            match found {
                Found::Notice(text) => events.push(GamepadEvent::Notice(text)),
                Found::Device(device) => {
                    let id = PadId(self.next);
                    // One that went while it was being opened never was there.
                    if let Ok((device, info)) = OpenDevice::new(id, device) {
                        self.next = self.next.wrapping_add(1);
                        events.push(GamepadEvent::Connected(id, info));
                        device.tell_all(events);
                        self.open.push(device);
                    }
                }
            }
        }
        self.open.retain_mut(|device| {
            let is_there = device.read(events).is_ok();
            if !is_there {
                events.push(GamepadEvent::Disconnected(device.id));
            }
            is_there
        });
    }
}

/// A gamepad that is being read.
struct OpenDevice {
    id: PadId,
    device: Evdev,
    layout: Layout,
    /// Range of each axis, by its code.
    ranges: Vec<(u16, AbsInfo)>,
    hats: [u8; 4],
    /// Whether the kernel has dropped events, so that all is to be asked anew after the next report.
    is_behind: bool,
}

impl OpenDevice {
    fn new(id: PadId, device: Evdev) -> io::Result<(Self, PadInfo)> {
        device.set_nonblocking(true)?;
        let keys = device.supported_keys()?;
        let axes = device.supported_abs_axes()?;
        let layout = Layout::new(keys.iter().map(Code::raw), axes.iter().map(Abs::raw));
        let ranges = axes.iter().map(|axis| Ok((axis.raw(), device.abs_info(axis)?))).collect::<io::Result<_>>()?;
        let ids = device.input_id()?;
        let info = PadInfo {
            name: device.name()?.chars().take(128).collect(),
            guid: Guid::from_ids(ids.bus().raw(), ids.vendor(), ids.product(), ids.version()),
            automatic: Some(layout.mapping()),
        };
        Ok((Self { id, device, layout, ranges, hats: [0; 4], is_behind: false }, info))
    }

    /// Reads what has happened.
    fn read(&mut self, events: &mut Vec<GamepadEvent>) -> io::Result<()> {
        let mut batch = [InputEvent::zeroed(); BATCH];
        for _ in 0..BATCHES {
            let count = match self.device.read_events(&mut batch) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            for event in &batch[..count] {
                self.take(event, events)?;
            }
            if count < BATCH {
                return Ok(());
            }
        }
        Ok(())
    }

    fn take(&mut self, event: &InputEvent, events: &mut Vec<GamepadEvent>) -> io::Result<()> {
        match event.kind() {
            EventKind::Syn(_) if event.raw_code() == Syn::DROPPED.raw() => self.is_behind = true,
            EventKind::Syn(_) if self.is_behind && event.raw_code() == Syn::REPORT.raw() => {
                self.is_behind = false;
                self.ask_all(events)?;
            }
            _ if self.is_behind => {}
            // A value of 2 is a repeat.
            EventKind::Key(_) if event.raw_value() != 2 => {
                self.tell_button(event.raw_code(), event.raw_value() != 0, events);
            }
            EventKind::Abs(_) => self.tell_axis(event.raw_code(), event.raw_value(), events),
            _ => {}
        }
        Ok(())
    }

    /// Asks the kernel where everything stands.
    fn ask_all(&mut self, events: &mut Vec<GamepadEvent>) -> io::Result<()> {
        let down = self.device.key_state()?;
        for code in &self.device.supported_keys()? {
            self.tell_button(code.raw(), down.contains(code), events);
        }
        for number in 0..self.ranges.len() {
            let code = self.ranges[number].0;
            let value = self.device.abs_info(Abs::from_raw(code))?.raw_value();
            self.tell_axis(code, value, events);
        }
        Ok(())
    }

    /// Tells where the axes stood when the device was opened: triggers rest at an end.
    fn tell_all(&self, events: &mut Vec<GamepadEvent>) {
        for (code, range) in &self.ranges {
            if let Some(AxisCode::Axis(number)) = self.layout.axis(*code) {
                events.push(GamepadEvent::Raw(self.id, RawEvent::Axis(number, fraction(range, range.raw_value()))));
            }
        }
    }

    fn tell_button(&self, code: u16, down: bool, events: &mut Vec<GamepadEvent>) {
        if let Some(number) = self.layout.button(code) {
            events.push(GamepadEvent::Raw(self.id, RawEvent::Button(number, down)));
        }
    }

    fn tell_axis(&mut self, code: u16, value: i32, events: &mut Vec<GamepadEvent>) {
        let Some((_, range)) = self.ranges.iter().find(|(known, _)| *known == code) else { return };
        match self.layout.axis(code) {
            Some(AxisCode::Axis(number)) => {
                events.push(GamepadEvent::Raw(self.id, RawEvent::Axis(number, fraction(range, value))));
            }
            Some(AxisCode::Hat(number, is_vertical)) => {
                let Some(hat) = self.hats.get_mut(usize::from(number)) else { return };
                *hat = with_direction(*hat, is_vertical, value);
                events.push(GamepadEvent::Raw(self.id, RawEvent::Hat(number, *hat)));
            }
            None => {}
        }
    }
}

/// Where a value lies in its range, -1 to 1.
fn fraction(range: &AbsInfo, value: i32) -> f32 {
    let (low, high) = (i64::from(range.minimum()), i64::from(range.maximum()));
    if high <= low {
        return 0.0;
    }
    let part = (i64::from(value) - low) as f64 / (high - low) as f64;
    (part * 2.0 - 1.0).clamp(-1.0, 1.0) as f32
}

/// A hat's directions after one of its axes has moved: left and up are negative.
fn with_direction(hat: u8, is_vertical: bool, value: i32) -> u8 {
    let (negative, positive) = if is_vertical { (1, 4) } else { (8, 2) };
    let rest = hat & !(negative | positive);
    match value.signum() {
        -1 => rest | negative,
        1 => rest | positive,
        _ => rest,
    }
}

/// Looks for gamepads until `ended` is closed.
fn look(tell: &Sender<Found>, ended: &Receiver<()>) {
    let mut known = BTreeSet::new();
    loop {
        look_once(Path::new("/dev/input"), Path::new("/sys/class/input"), &mut known, tell);
        match ended.recv_timeout(LOOK_EVERY) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Looks through the devices once, and opens gamepads that are not `known` yet.
fn look_once(devices: &Path, descriptions: &Path, known: &mut BTreeSet<String>, tell: &Sender<Found>) {
    // Where there is no such folder there are no devices, and nothing is wrong.
    let Ok(folder) = fs::read_dir(devices) else { return };
    let is_device = |name: &String| name.starts_with("event");
    let there: BTreeSet<String> =
        folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).filter(is_device).collect();
    for name in &there {
        if known.contains(name) || !is_gamepad(&descriptions.join(name)) {
            continue;
        }
        let sent = match Evdev::open(devices.join(name)) {
            Ok(device) => tell.send(Found::Device(device)),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let path = devices.join(name).display().to_string();
                let text =
                    format!("a gamepad at {path} may not be read: {error}; udev's rules or the group `input` allow it");
                tell.send(Found::Notice(text))
            }
            // Gone again; where it is not, the next look tries anew.
            Err(_) => continue,
        };
        if sent.is_err() {
            return;
        }
        known.insert(name.clone());
    }
    known.retain(|name| there.contains(name));
}

/// Whether the description of a device in `/sys` is that of a gamepad.
fn is_gamepad(description: &Path) -> bool {
    let bits = |name: &str| {
        let text = fs::read_to_string(description.join("device/capabilities").join(name)).unwrap_or_default();
        set_bits(&text)
    };
    Layout::new(bits("key").into_iter(), bits("abs").into_iter()).is_gamepad()
}

/// Numbers of the bits that are set in words of 64, the highest first, as `/sys` writes them; 1,024 bits at most.
fn set_bits(text: &str) -> Vec<u16> {
    let words = text.split_ascii_whitespace().rev().take(16).enumerate();
    words
        .flat_map(|(number, word)| {
            let word = u64::from_str_radix(word, 16).unwrap_or(0);
            (0..64_u16).filter(move |bit| word >> bit & 1 == 1).map(move |bit| number as u16 * 64 + bit)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn bits_are_read_as_sys_writes_them() {
        assert_eq!(set_bits("7cdb000000000000 0 0 0 0"), set_bits("7cdb000000000000 0 0 0 0\n"));
        let xpad = set_bits("7cdb000000000000 0 0 0 0");
        assert_eq!(xpad, [0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e]);
        assert_eq!(set_bits("3003f"), [0, 1, 2, 3, 4, 5, 0x10, 0x11]);
        assert_eq!(set_bits("no bits"), [0_u16; 0]);
    }

    #[test]
    fn a_value_lies_between_the_ends_of_its_range() {
        let range = AbsInfo::new(0, 255);
        assert_eq!((fraction(&range, 0), fraction(&range, 255)), (-1.0, 1.0));
        assert!(fraction(&range, 128).abs() < 0.01);
        assert_eq!(fraction(&AbsInfo::new(i32::MIN, i32::MAX), i32::MAX), 1.0);
        assert_eq!(fraction(&AbsInfo::new(5, 5), 5), 0.0);
    }

    #[test]
    fn axes_of_a_hat_are_directions() {
        let up = with_direction(0, true, -1);
        let up_right = with_direction(up, false, 1);
        assert_eq!((up, up_right, with_direction(up_right, true, 0)), (1, 3, 2));
    }

    #[test]
    fn a_machine_without_input_devices_has_no_gamepads_and_says_nothing() {
        let (tell, found) = channel();
        look_once(Path::new("/nowhere/input"), Path::new("/nowhere/sys"), &mut BTreeSet::new(), &tell);
        assert!(found.try_recv().is_err());
    }

    #[test]
    fn looking_ends_when_nobody_listens() {
        let mut gamepads = SystemGamepads::new();
        let mut events = Vec::new();
        gamepads.poll(&mut events);
        drop(gamepads);
    }
}
