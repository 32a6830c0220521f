//! `timbre export`.

use super::{ExportArgs, concluded, files, files::FileError};
use crate::to_wav;
use kerosene_cli::{say, spare, write_new};

pub(super) fn run(arguments: &ExportArgs) -> bool {
    concluded(export(arguments), false)
}

fn export(arguments: &ExportArgs) -> Result<(), FileError> {
    let output = &arguments.output;
    if !output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wav")) {
        return Err(FileError::Ending { file: output.clone() });
    }
    spare([&arguments.file], [output])?;
    let sound = files::read_sound(&arguments.file)?;
    let wav = to_wav(sound.rate(), sound.channels(), &sound.to_samples(), sound.loop_points());
    write_new(output, &wav, arguments.force)?;
    say(&format!("wrote {}: {} frames at {} Hz", output.display(), sound.frames(), sound.rate()));
    Ok(())
}
