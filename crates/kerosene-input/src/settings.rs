//! The variables of the console that say how devices turn and move a player.

use kerosene_console::{Console, Convar, ConvarFlags, ConvarId, RegisterError};

/// The variables' values, as the crate reads them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Settings {
    pub(crate) sensitivity: f32,
    pub(crate) mouse_pitch: f32,
    pub(crate) mouse_yaw: f32,
    pub(crate) raw_mouse: bool,
    pub(crate) filter_mouse: bool,
    pub(crate) accelerate_mouse: bool,
    pub(crate) acceleration_scale: f32,
    pub(crate) acceleration_exponent: f32,
    pub(crate) acceleration_limit: f32,
    pub(crate) key_yaw_speed: f32,
    pub(crate) key_pitch_speed: f32,
    pub(crate) key_speed_factor: f32,
    pub(crate) gamepads: bool,
    pub(crate) stick_sensitivity: f32,
    pub(crate) stick_yaw_speed: f32,
    pub(crate) stick_pitch_speed: f32,
    pub(crate) stick_curve: f32,
    pub(crate) dead_zone: f32,
    pub(crate) outer_dead_zone: f32,
    pub(crate) trigger_threshold: f32,
    pub(crate) swap_sticks: bool,
}

/// A variable.
struct Row {
    name: &'static str,
    default: Default_,
    help: &'static str,
    put: fn(&mut Settings, f32),
}

/// Its kind, default and range.
enum Default_ {
    Switch(bool),
    Number(f64, f64, f64),
}
use Default_::{Number, Switch};

const fn row(name: &'static str, default: Default_, help: &'static str, put: fn(&mut Settings, f32)) -> Row {
    Row { name, default, help, put }
}

/// The one list of them.
const ROWS: &[Row] = &[
    row("cl_anglespeedkey", Number(0.67, 0.0, 10.0), "What +speed multiplies turning by keys by", |to, value| {
        to.key_speed_factor = value;
    }),
    row("cl_pitchspeed", Number(225.0, 0.0, 1e4), "Degrees per second that +lookup and +lookdown turn", |to, value| {
        to.key_pitch_speed = value;
    }),
    row("cl_yawspeed", Number(210.0, 0.0, 1e4), "Degrees per second that +left and +right turn", |to, value| {
        to.key_yaw_speed = value;
    }),
    row("joy_curve", Number(2.0, 0.25, 8.0), "Exponent of the look stick's response; 1 is straight", |to, value| {
        to.stick_curve = value;
    }),
    row(
        "joy_deadzone",
        Number(0.2, 0.0, 0.9),
        "Part of a stick's way about its middle that counts as none",
        |to, value| {
            to.dead_zone = value;
        },
    ),
    row(
        "joy_outer_deadzone",
        Number(0.05, 0.0, 0.5),
        "Part of a stick's way at its rim that counts as all",
        |to, value| {
            to.outer_dead_zone = value;
        },
    ),
    row(
        "joy_pitchspeed",
        Number(150.0, -1e4, 1e4),
        "Degrees per second that the look stick turns up and down at most; negative inverts",
        |to, value| {
            to.stick_pitch_speed = value;
        },
    ),
    row("joy_sensitivity", Number(1.0, 0.01, 100.0), "What turning by the look stick is multiplied by", |to, value| {
        to.stick_sensitivity = value;
    }),
    row("joy_swapsticks", Switch(false), "Whether the left stick looks and the right one moves", |to, value| {
        to.swap_sticks = value != 0.0;
    }),
    row(
        "joy_triggerthreshold",
        Number(0.3, 0.05, 0.95),
        "How far a trigger is pulled when it counts as pressed",
        |to, value| {
            to.trigger_threshold = value;
        },
    ),
    row(
        "joy_yawspeed",
        Number(240.0, -1e4, 1e4),
        "Degrees per second that the look stick turns at most",
        |to, value| {
            to.stick_yaw_speed = value;
        },
    ),
    row("joystick", Switch(true), "Whether gamepads count", |to, value| to.gamepads = value != 0.0),
    row("m_customaccel", Switch(false), "Whether the mouse turns more per count the faster it moves", |to, value| {
        to.accelerate_mouse = value != 0.0;
    }),
    row(
        "m_customaccel_exponent",
        Number(1.0, 0.0, 8.0),
        "Exponent of the speed that m_customaccel adds by",
        |to, value| {
            to.acceleration_exponent = value;
        },
    ),
    row(
        "m_customaccel_max",
        Number(0.0, 0.0, 1e4),
        "Most sensitivity that m_customaccel gives; 0 is no limit",
        |to, value| {
            to.acceleration_limit = value;
        },
    ),
    row(
        "m_customaccel_scale",
        Number(0.04, 0.0, 100.0),
        "Sensitivity that m_customaccel adds at a count per 1/60 s",
        |to, value| {
            to.acceleration_scale = value;
        },
    ),
    row("m_filter", Switch(false), "Whether mouse motion is the mean of two frames'", |to, value| {
        to.filter_mouse = value != 0.0;
    }),
    row(
        "m_pitch",
        Number(0.022, -10.0, 10.0),
        "Degrees that a count of the mouse looks down; negative inverts",
        |to, value| {
            to.mouse_pitch = value;
        },
    ),
    row("m_rawinput", Switch(true), "Whether the mouse's own counts are taken, not the pointer's way", |to, value| {
        to.raw_mouse = value != 0.0;
    }),
    row("m_yaw", Number(0.022, -10.0, 10.0), "Degrees that a count of the mouse turns to the right", |to, value| {
        to.mouse_yaw = value;
    }),
    row("sensitivity", Number(3.0, 0.01, 100.0), "What mouse motion is multiplied by", |to, value| {
        to.sensitivity = value;
    }),
];

/// Where the variables are in a console, and their values.
#[derive(Debug)]
pub(crate) struct SettingsConvars {
    ids: Vec<ConvarId>,
    settings: Settings,
    generation: Option<u64>,
}

impl SettingsConvars {
    /// Registers the variables, all of them kept in the player's configuration.
    pub(crate) fn register(console: &mut Console) -> Result<Self, RegisterError> {
        let mut ids = Vec::with_capacity(ROWS.len());
        for row in ROWS {
            let convar = match row.default {
                Switch(on) => Convar::bool(row.name, on, row.help),
                Number(default, low, high) => Convar::float(row.name, default, row.help).range(low..=high),
            };
            ids.push(console.register(convar.flags(ConvarFlags::ARCHIVE))?);
        }
        let mut convars = Self { ids, settings: Settings::default(), generation: None };
        convars.read(console);
        Ok(convars)
    }

    /// Takes the values over where any variable has changed.
    pub(crate) fn read(&mut self, console: &Console) {
        if self.generation == Some(console.generation()) {
            return;
        }
        self.generation = Some(console.generation());
        for (row, &id) in ROWS.iter().zip(&self.ids) {
            (row.put)(&mut self.settings, console.convar(id).value().as_f64() as f32);
        }
    }

    pub(crate) fn get(&self) -> &Settings {
        &self.settings
    }
}
