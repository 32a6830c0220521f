//! The engine's console variables, and how they reach the simulation.

use crate::{clock::TickRate, engine::Engine, rewind::MAX_SECONDS};
use kerosene_console::{Console, Convar, ConvarFlags, ConvarId, RegisterError};
use kerosene_physics::{MoveParameters, ParameterInfo};

/// Where the engine's variables are in its console.
#[derive(Debug)]
pub(crate) struct EngineConvars {
    tick_rate: ConvarId,
    time_scale: ConvarId,
    use_range: ConvarId,
    rewind: ConvarId,
    /// One for each of [`MoveParameters::ALL`], in that order.
    movement: Vec<ConvarId>,
    /// Generation of the console at which the values were last applied.
    applied: Option<u64>,
}

impl EngineConvars {
    /// Registers every variable.
    ///
    /// # Errors
    /// A name that is taken.
    pub(crate) fn register(console: &mut Console) -> Result<Self, RegisterError> {
        let rates = f64::from(TickRate::MIN)..=f64::from(TickRate::MAX);
        let tick_rate = Convar::int("sv_tickrate", i64::from(TickRate::DEFAULT), "Ticks per second").range(rates);
        let cheats = Convar::bool("sv_cheats", false, "Whether commands and variables that are cheats work");
        let time_scale = Convar::float("host_timescale", 1.0, "Simulated seconds per real second").range(0.01..=10.0);
        let use_range =
            Convar::float("sv_use_range", 80.0, "How far the use key reaches, in units").range(0.0..=8192.0);
        let rewind = Convar::float("host_rewind", 0.0, "Seconds that `rewind` and `step -1` can go back");
        let skill =
            Convar::int("skill", 1, "How hard levels are: 0 easy, 1 normal, 2 hard, 3 hardest; for games to read");
        console.register(skill.range(0.0..=3.0))?;
        console.register(cheats.flags(ConvarFlags::CHEAT_SWITCH | ConvarFlags::REPLICATED))?;
        Ok(Self {
            tick_rate: console.register(tick_rate.flags(ConvarFlags::REPLICATED))?,
            time_scale: console.register(time_scale.flags(ConvarFlags::CHEAT))?,
            use_range: console.register(use_range.flags(ConvarFlags::REPLICATED))?,
            rewind: console.register(rewind.range(0.0..=MAX_SECONDS))?,
            movement: MoveParameters::ALL
                .iter()
                .map(|info| console.register(movement_convar(info)))
                .collect::<Result<_, _>>()?,
            applied: None,
        })
    }
}

fn movement_convar(info: &ParameterInfo) -> Convar {
    let range = as_written(info.min)..=as_written(info.max);
    Convar::float(info.convar, as_written(info.default), info.help).range(range).flags(ConvarFlags::REPLICATED)
}

/// The number that a person would have written for it: 0.34 rather than 0.3400000035762787.
fn as_written(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

impl Engine {
    /// Brings the simulation's numbers up to date with the variables, if any of them changed.
    pub(crate) fn apply_convars(&mut self) {
        let generation = self.console.generation();
        if self.convars.applied == Some(generation) {
            return;
        }
        self.convars.applied = Some(generation);
        for (info, &id) in MoveParameters::ALL.iter().zip(&self.convars.movement) {
            (info.set)(&mut self.move_parameters, self.console.convar(id).value().as_f64() as f32);
        }
        let rate = self.console.convar(self.convars.tick_rate).value().as_i64();
        self.clock.set_rate(TickRate::new(u32::try_from(rate).unwrap_or(TickRate::DEFAULT)));
        self.tick_parameters = self.move_parameters;
        self.note_variables();
    }

    /// How far the use key reaches, in units.
    pub(crate) fn use_range(&self) -> f32 {
        self.console.convar(self.convars.use_range).value().as_f64() as f32
    }

    /// Seconds that can be gone back.
    pub(crate) fn rewind_seconds(&self) -> f64 {
        self.console.convar(self.convars.rewind).value().as_f64()
    }

    /// Simulated seconds per real second.
    pub(crate) fn time_scale(&self) -> f64 {
        self.console.convar(self.convars.time_scale).value().as_f64()
    }
}
