//! Playing a demo instead of walking.

use super::{EXIT_UNSOUND, fail, tell};
use kerosene_engine::{DemoError, Engine, verify_demo};
use std::{
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

/// Plays a demo from a file, and says how it went.
pub(crate) fn play(engine: &mut Engine, file: &Path, verify: bool) -> ExitCode {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return fail(&format_args!("{}: {error}", file.display())),
    };
    match verify_demo(engine, &bytes) {
        Ok(ticks) => {
            let map = engine.map_name().unwrap_or_default();
            // A closed pipe is nobody's fault.
            let _ = writeln!(io::stdout().lock(), "{map}: {ticks} ticks went as they were recorded");
            ExitCode::SUCCESS
        }
        Err(error @ DemoError::Differs { .. }) => {
            tell(format_args!("error: {}: {error}", file.display()));
            if verify { ExitCode::from(EXIT_UNSOUND) } else { ExitCode::SUCCESS }
        }
        Err(error) => fail(&format_args!("{}: {error}", file.display())),
    }
}
