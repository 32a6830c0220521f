//! The whole: events in, commands of players and text for the console out.

use crate::gamepad::{GamepadEvent, GamepadSource, MappingReport, Mappings, Pad, PadId, PadInfo};
use crate::held::Held;
use crate::player::{LocalPlayer, larger};
use crate::settings::SettingsConvars;
use crate::{ActionSet, Binds, DeviceId, Devices, Key, MotionKind, PlayerSlot, commands};
use kerosene_console::{Console, Level, RegisterError};
use kerosene_math::Angles;
use kerosene_physics::PlayerCommand;
use std::time::Duration;

/// What presses and motions are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InputMode {
    /// Playing: binds work and the view turns.
    #[default]
    Play,
    /// A menu, or text being typed. Of the binds only those of F1 to F24 work, and they hold nothing; presses of
    /// gamepads can be taken from [`Input::menu_keys`].
    Menu,
}

/// A press or release of a gamepad's key while a menu is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MenuKey {
    /// Whose gamepad it is on.
    pub player: PlayerSlot,
    /// The key.
    pub key: Key,
    /// Whether it went down.
    pub pressed: bool,
}

/// How the wait for a key to bind went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// No key has come yet.
    Waiting,
    /// That key was pressed.
    Key(Key),
    /// Escape was pressed.
    Cancelled,
}

/// Keys, mouse and gamepads of all players at this machine. See the crate's documentation for the way of an event.
#[derive(Debug)]
pub struct Input {
    pub(crate) binds: Binds,
    pub(crate) devices: Devices,
    pub(crate) held: Held,
    pub(crate) text: String,
    settings: SettingsConvars,
    mode: InputMode,
    players: [LocalPlayer; PlayerSlot::COUNT],
    mappings: Mappings,
    pads: Vec<Pad>,
    /// Fractions of notches that a wheel has turned, to the right and up.
    wheel: [f32; 2],
    menu_keys: Vec<MenuKey>,
    capture: Option<Capture>,
    events: Vec<GamepadEvent>,
    changes: Vec<(Key, bool)>,
    notices: Vec<String>,
}

/// Presses for a menu that are kept until it takes them.
const MOST_MENU_KEYS: usize = 64;
/// Notches of one event of a wheel that count.
const MOST_NOTCHES: f32 = 32.0;
/// Longest frame, as the engine has it.
const LONGEST_FRAME: f32 = 0.25;
/// Gamepads at once.
const MOST_PADS: usize = 16;

impl Input {
    /// Nothing is bound and nothing is down. Registers the variables and commands in the console; those commands come
    /// back as requests, which [`claim`](Self::claim) takes.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::{DeviceId, Input, Key, PlayerSlot};
    /// use kerosene_physics::Buttons;
    /// use std::time::Duration;
    ///
    /// let mut console = Console::new();
    /// let mut input = Input::new(&mut console)?;
    /// input.run(&mut console, "bind SPACE +jump");
    ///
    /// input.key(DeviceId::KEYBOARD, Key::Space, true);
    /// input.advance(&console, Duration::from_millis(16));
    /// assert_eq!(input.command(PlayerSlot::FIRST).buttons, Buttons::JUMP);
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// A name that is taken.
    pub fn new(console: &mut Console) -> Result<Self, RegisterError> {
        let settings = SettingsConvars::register(console)?;
        commands::register(console)?;
        Ok(Self {
            binds: Binds::default(),
            devices: Devices::default(),
            held: Held::default(),
            text: String::new(),
            settings,
            mode: InputMode::Play,
            players: [LocalPlayer::default(); PlayerSlot::COUNT],
            mappings: Mappings::default(),
            pads: Vec::new(),
            wheel: [0.0; 2],
            menu_keys: Vec::new(),
            capture: None,
            events: Vec::new(),
            changes: Vec::new(),
            notices: Vec::new(),
        })
    }

    /// The binds.
    #[must_use]
    pub fn binds(&self) -> &Binds {
        &self.binds
    }

    /// The binds, to change. What is held goes on and ends as it was bound when it was pressed.
    pub fn binds_mut(&mut self) -> &mut Binds {
        &mut self.binds
    }

    /// The devices that are known.
    #[must_use]
    pub fn devices(&self) -> &Devices {
        &self.devices
    }

    /// What presses and motions are for now.
    #[must_use]
    pub fn mode(&self) -> InputMode {
        self.mode
    }

    /// Says what presses and motions are for from now on. When it changes, keys let go of what they hold: one that stays
    /// down through a menu does nothing until it is pressed again.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::{ActionSet, DeviceId, Input, InputMode, Key, PlayerSlot};
    ///
    /// let mut console = Console::new();
    /// let mut input = Input::new(&mut console)?;
    /// input.run(&mut console, "bind w +forward");
    /// input.key(DeviceId::KEYBOARD, Key::W, true);
    /// assert_eq!(input.held(PlayerSlot::FIRST), ActionSet::Forward);
    /// input.set_mode(InputMode::Menu);
    /// assert_eq!(input.held(PlayerSlot::FIRST), ActionSet::empty());
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn set_mode(&mut self, mode: InputMode) {
        if mode == self.mode {
            return;
        }
        self.mode = mode;
        let text = &mut self.text;
        self.held.let_go(|_, bind| text.push_str(bind.on_release()));
        self.forget_motion();
        self.menu_keys.clear();
    }

    /// The window is no longer the one that keys go to: everything is up, nothing is held or toggled, since nobody will
    /// tell of releases.
    pub fn focus_lost(&mut self) {
        let text = &mut self.text;
        self.held.forget(|_, bind| text.push_str(bind.on_release()));
        self.forget_motion();
        self.menu_keys.clear();
    }

    fn forget_motion(&mut self) {
        for player in &mut self.players {
            player.mouse.forget();
        }
        self.wheel = [0.0; 2];
    }

    /// A key went down or came up; repeats of a key that is down are no presses. Gamepads' keys need not be told:
    /// [`poll_gamepads`](Self::poll_gamepads) finds them.
    pub fn key(&mut self, device: DeviceId, key: Key, pressed: bool) {
        if pressed { self.press(device, key) } else { self.release(device, key) }
    }

    fn press(&mut self, device: DeviceId, key: Key) {
        let player = self.devices.player_of(device);
        if self.capture == Some(Capture::Waiting) {
            self.capture = Some(if key == Key::Escape { Capture::Cancelled } else { Capture::Key(key) });
            self.held.press(device, key, player, None);
            return;
        }
        if self.mode == InputMode::Menu {
            self.press_in_menu(device, key, player);
            return;
        }
        let bind = self.binds.get(key);
        if self.held.press(device, key, player, bind)
            && let Some(bind) = bind
        {
            self.text.push_str(bind.on_press());
        }
    }

    fn press_in_menu(&mut self, device: DeviceId, key: Key, player: PlayerSlot) {
        if !self.held.press(device, key, player, None) {
            return;
        }
        if key.is_function() {
            let runs = self.binds.get(key).filter(|bind| bind.on_release().is_empty());
            self.text.push_str(runs.map_or("", |bind| bind.on_press()));
        }
        self.note_menu_key(device, MenuKey { player, key, pressed: true });
    }

    fn release(&mut self, device: DeviceId, key: Key) {
        if let Some((_, bind)) = self.held.release(device, key) {
            self.text.push_str(bind.on_release());
        }
        if self.mode == InputMode::Menu {
            let player = self.devices.player_of(device);
            self.note_menu_key(device, MenuKey { player, key, pressed: false });
        }
    }

    fn note_menu_key(&mut self, device: DeviceId, key: MenuKey) {
        if device.kind == crate::DeviceKind::Gamepad && self.menu_keys.len() < MOST_MENU_KEYS {
            self.menu_keys.push(key);
        }
    }

    /// Presses and releases of gamepads' keys since this was last asked, while a menu is open: a host turns them into
    /// what moves through its menus.
    pub fn menu_keys(&mut self) -> impl Iterator<Item = MenuKey> {
        self.menu_keys.drain(..)
    }

    /// A wheel turned by notches to the right and up. Each whole notch is a press and a release of its key; fractions, as
    /// touchpads tell, add up.
    pub fn wheel(&mut self, device: DeviceId, right: f32, up: f32) {
        let ways = [(right, Key::WheelRight, Key::WheelLeft), (up, Key::WheelUp, Key::WheelDown)];
        for (axis, (turned, forward, backward)) in ways.into_iter().enumerate() {
            if !turned.is_finite() {
                continue;
            }
            let whole = self.wheel[axis] + turned.clamp(-MOST_NOTCHES, MOST_NOTCHES);
            let notches = whole.trunc();
            self.wheel[axis] = whole - notches;
            for _ in 0..notches.abs() as u32 {
                let key = if notches > 0.0 { forward } else { backward };
                self.press(device, key);
                self.release(device, key);
            }
        }
    }

    /// A mouse moved to the right and down. Raw motion and the pointer's may both be told; `m_rawinput` says which one
    /// counts. In a menu neither does.
    pub fn mouse_moved(&mut self, device: DeviceId, kind: MotionKind, right: f32, down: f32) {
        if self.mode != InputMode::Play || self.settings.get().raw_mouse != (kind == MotionKind::Raw) {
            return;
        }
        let factor = self.devices.factor_of(device);
        self.players[self.devices.player_of(device).index()].mouse.add(right * factor, down * factor);
    }

    /// Waits for the next press of any device, which then does nothing but be told by [`capture`](Self::capture): how a
    /// page of controls asks for a key.
    pub fn begin_capture(&mut self) {
        self.capture = Some(Capture::Waiting);
    }

    /// How the wait for a key goes, `None` where nobody waits. What is done is told once.
    pub fn capture(&mut self) -> Option<Capture> {
        if self.capture == Some(Capture::Waiting) { self.capture } else { self.capture.take() }
    }

    /// Asks where gamepads are told of, and takes over what they did. Once a frame.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::{GamepadEvent, Guid, Input, Key, PadId, PadInfo, PlayerSlot};
    /// use kerosene_physics::Buttons;
    ///
    /// let mut console = Console::new();
    /// let mut input = Input::new(&mut console)?;
    /// input.run(&mut console, "bind A_BUTTON +jump");
    /// let info = PadInfo { name: "Pad".to_owned(), guid: Guid::default(), automatic: None };
    /// let mut source = vec![
    ///     GamepadEvent::Connected(PadId(0), info),
    ///     GamepadEvent::Key(PadId(0), Key::South, true),
    /// ];
    /// input.poll_gamepads(&mut source);
    /// assert_eq!(input.command(PlayerSlot::FIRST).buttons, Buttons::JUMP);
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn poll_gamepads(&mut self, source: &mut dyn GamepadSource) {
        let mut events = std::mem::take(&mut self.events);
        source.poll(&mut events);
        for event in events.drain(..) {
            self.take_gamepad_event(event);
        }
        self.events = events;
    }

    fn take_gamepad_event(&mut self, event: GamepadEvent) {
        match event {
            GamepadEvent::Connected(id, info) => self.connect(id, info),
            GamepadEvent::Disconnected(id) => self.disconnect(id),
            GamepadEvent::Raw(id, raw) => self.change_pad(id, |pad| pad.take_raw(raw)),
            GamepadEvent::Key(id, key, down) => self.change_pad(id, |pad| pad.take_key(key, down)),
            GamepadEvent::Axis(id, axis, value) => self.change_pad(id, |pad| pad.take_axis(axis, value)),
            GamepadEvent::Notice(text) => self.notices.push(text),
        }
    }

    fn connect(&mut self, id: PadId, info: PadInfo) {
        self.disconnect(id);
        if self.pads.len() >= MOST_PADS {
            return;
        }
        self.devices.add(DeviceId::gamepad(id.0), &info.name);
        let mapping = info.automatic.map(|automatic| self.mappings.find(info.guid).cloned().unwrap_or(automatic));
        let how = mapping.as_ref().map(|mapping| mapping.name.as_str()).unwrap_or_default();
        let reading = if how.is_empty() { String::new() } else { format!(", read as `{how}`") };
        self.notices.push(format!("gamepad {}: {}{reading}", id.0, info.name));
        self.pads.push(Pad::new(id, info.guid, mapping));
    }

    fn disconnect(&mut self, id: PadId) {
        let Some(at) = self.pads.iter().position(|pad| pad.id == id) else { return };
        self.pads.remove(at);
        let device = DeviceId::gamepad(id.0);
        let text = &mut self.text;
        self.held.forget_device(device, |_, bind| text.push_str(bind.on_release()));
        self.devices.remove(device);
        self.notices.push(format!("gamepad {} is gone", id.0));
    }

    /// Changes a pad, and presses and releases the keys that this moves.
    fn change_pad(&mut self, id: PadId, change: impl FnOnce(&mut Pad)) {
        let settings = *self.settings.get();
        let Some(pad) = self.pads.iter_mut().find(|pad| pad.id == id).filter(|_| settings.gamepads) else { return };
        change(pad);
        let mut changes = std::mem::take(&mut self.changes);
        pad.changes(&settings, |key, down| changes.push((key, down)));
        for (key, down) in changes.drain(..) {
            self.key(DeviceId::gamepad(id.0), key, down);
        }
        self.changes = changes;
    }

    /// Reads a table of mappings in SDL's format (`gamecontrollerdb.txt`), for gamepads that are there and those that come.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::Input;
    ///
    /// let mut input = Input::new(&mut Console::new())?;
    /// let report = input.add_mappings("03000000341200007856000000010000,My pad,a:b3,b:q2,");
    /// assert_eq!(report.errors[0].to_string(), "line 1: `q2` is no source: expected b0, a0, +a0, -a0, a0~ or h0.1");
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn add_mappings(&mut self, table: &str) -> MappingReport {
        let report = self.mappings.add_text(table);
        for pad in &mut self.pads {
            if let Some(mapping) = self.mappings.find(pad.guid) {
                pad.map_by(mapping);
            }
        }
        report
    }

    /// Turns the players' views by what a frame of that length brought, with the variables as the console has them. Once a
    /// frame, after the events.
    pub fn advance(&mut self, console: &Console, frame: Duration) {
        self.settings.read(console);
        let settings = self.settings.get();
        for player in &mut self.players {
            (player.moved, player.looked) = ([0.0; 2], [0.0; 2]);
        }
        if self.mode == InputMode::Play && settings.gamepads {
            for pad in &self.pads {
                let device = DeviceId::gamepad(pad.id.0);
                let player = &mut self.players[self.devices.player_of(device).index()];
                player.push(pad.sticks(), self.devices.factor_of(device), settings);
            }
        }
        let seconds = frame.as_secs_f32().min(LONGEST_FRAME);
        for (slot, player) in PlayerSlot::all().zip(&mut self.players) {
            player.turn(self.held.held(slot), settings, seconds);
        }
    }

    /// What a player does now.
    #[must_use]
    pub fn held(&self, player: PlayerSlot) -> ActionSet {
        self.held.held(player)
    }

    /// Whether a key of any device is down.
    #[must_use]
    pub fn is_down(&self, key: Key) -> bool {
        self.held.is_down(key)
    }

    /// Where a player looks.
    #[must_use]
    pub fn view(&self, player: PlayerSlot) -> Angles {
        self.players[player.index()].view
    }

    /// Makes a player look elsewhere: what a host does where the engine turned the player. Pitch is kept within 89 degrees.
    pub fn set_view(&mut self, player: PlayerSlot, view: Angles) {
        self.players[player.index()].set_view(view);
    }

    /// A player's command for the ticks of this frame. What was pressed since a tick last ran counts as held, though it may
    /// be up again: a press that is shorter than a tick is not lost.
    ///
    /// Opposite keys cancel each other; of keys and stick the one that says more counts.
    #[must_use]
    pub fn command(&self, player: PlayerSlot) -> PlayerCommand {
        let actions = self.held.seen_by_tick(player);
        let local = &self.players[player.index()];
        let [side, back] = local.moved;
        PlayerCommand {
            buttons: actions.buttons(),
            view: local.view,
            forward: larger(actions.direction(ActionSet::Forward, ActionSet::Back), -back),
            side: larger(actions.direction(ActionSet::MoveRight, ActionSet::MoveLeft), side),
            up: actions.direction(ActionSet::MoveUp, ActionSet::MoveDown),
        }
    }

    /// Says how many ticks ran on the commands: once one has, short presses have been seen.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::{DeviceId, Input, Key, PlayerSlot};
    ///
    /// let mut console = Console::new();
    /// let mut input = Input::new(&mut console)?;
    /// input.run(&mut console, "bind w +forward");
    /// input.key(DeviceId::KEYBOARD, Key::W, true);
    /// input.key(DeviceId::KEYBOARD, Key::W, false);
    /// input.ticks_ran(0); // a frame between two ticks
    /// assert_eq!(input.command(PlayerSlot::FIRST).forward, 1.0);
    /// input.ticks_ran(1);
    /// assert_eq!(input.command(PlayerSlot::FIRST).forward, 0.0);
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn ticks_ran(&mut self, ticks: u32) {
        if ticks > 0 {
            self.held.tick_ran();
        }
    }

    /// Gives the console what binds want to run, and what there is to tell of devices. Once a frame, before the console
    /// runs.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::{DeviceId, Input, Key};
    ///
    /// let mut console = Console::new();
    /// let mut input = Input::new(&mut console)?;
    /// input.run(&mut console, "bind F6 quicksave");
    /// input.key(DeviceId::KEYBOARD, Key::F6, true);
    /// input.send(&mut console);
    /// console.begin_frame();
    /// assert_eq!(console.next_request().expect("a request").name, "quicksave");
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    pub fn send(&mut self, console: &mut Console) {
        if !self.text.is_empty() {
            console.enqueue(&self.text);
            self.text.clear();
        }
        for notice in self.notices.drain(..) {
            console.print(Level::Info, &notice);
        }
    }

    /// Runs text through the console at once, taking the requests that are this crate's and reporting others: for tests,
    /// and for hosts without an engine.
    pub fn run(&mut self, console: &mut Console, text: &str) {
        console.enqueue(text);
        console.begin_frame();
        while let Some(request) = console.next_request() {
            if !self.claim(console, &request) {
                console.report_unclaimed(&request);
            }
        }
        self.settings.read(console);
    }

    /// Binds and devices' factors as text for the console: what a player's configuration keeps beside the variables.
    ///
    /// ```
    /// use kerosene_console::Console;
    /// use kerosene_input::Input;
    ///
    /// let mut console = Console::new();
    /// let mut input = Input::new(&mut console)?;
    /// input.run(&mut console, "bind w +forward; device_sensitivity \"My pad\" 1.5");
    /// let text = input.archive();
    /// assert_eq!(text, "unbindall\nbind \"w\" \"+forward\"\ndevice_sensitivity \"my pad\" 1.5\n");
    /// # Ok::<(), kerosene_console::RegisterError>(())
    /// ```
    #[must_use]
    pub fn archive(&self) -> String {
        let mut text = self.binds.to_text();
        for (name, factor) in self.devices.factors() {
            text += &format!("device_sensitivity {} {factor}\n", kerosene_console::quote(name));
        }
        text
    }
}
