//! What a compile is asked to do.

use crate::materials::Materials;
use serde::Serialize;

/// The most threads a compile uses, whatever it is asked for: more only cost memory, and enough of them a machine.
pub const MAX_THREADS: usize = 256;

/// Options of one compile. The defaults are what a level designer wants.
#[derive(Debug, Clone, PartialEq, Serialize, Default)]
pub struct Options {
    /// Keep going with an unsealed map as if it were sealed: nothing outside is removed.
    pub ignore_leaks: bool,
    /// Do not turn the outside into solid even when the map is sealed.
    pub no_fill: bool,
    /// Keep to this box, given by two opposite corners, instead of the cordons that are active in the map.
    pub cordon: Option<[[f64; 3]; 2]>,
    /// Compile the whole map, whatever cordons are active in it.
    pub no_cordon: bool,
    /// Leave faces as the brushes cut them instead of joining those of equal texturing.
    pub no_merge: bool,
    /// Compress the lumps of the compiled map.
    pub compress: bool,
    /// What is known of the map's materials. The files that say it are among the inputs, so it is not recorded.
    #[serde(skip)]
    pub materials: Materials,
    /// Threads to use, at most [`MAX_THREADS`]; 0 is one per core. The output does not depend on it, so it is not recorded.
    #[serde(skip)]
    pub threads: usize,
}

/// Where a long compile tells how far it is, and hears that it should stop.
pub trait Progress: Sync {
    /// A stage begins; `total` is the number of steps that [`Progress::advance`] will count, 0 where unknown.
    fn stage(&self, name: &'static str, total: u64);
    /// Some steps of the stage are done.
    fn advance(&self, steps: u64);
    /// Whether the user wants it to stop.
    fn cancelled(&self) -> bool {
        false
    }
}

/// Tells nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn stage(&self, _name: &'static str, _total: u64) {}
    fn advance(&self, _steps: u64) {}
}

/// The largest box that a brush may reach, in units from the origin.
pub const WORLD_LIMIT: f64 = 65_536.0;
