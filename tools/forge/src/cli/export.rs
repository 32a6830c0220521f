//! `forge export`.

use super::{ExportArgs, concluded, files, files::FileError};
use crate::to_obj;
use kerosene_cli::{say, spare, write_new};

pub(super) fn run(arguments: &ExportArgs) -> bool {
    concluded(export(arguments), false)
}

fn export(arguments: &ExportArgs) -> Result<(), FileError> {
    let is_obj = arguments.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("obj"));
    if !is_obj {
        return Err(FileError::Ending { file: arguments.output.clone() });
    }
    spare([&arguments.file], [&arguments.output])?;
    let model = files::read_model(&arguments.file)?;
    let (level, count) = (arguments.level, model.levels.len());
    let missing = || FileError::Level { file: arguments.file.clone(), level, count };
    let text = to_obj(&model, level, arguments.hulls).ok_or_else(missing)?;
    write_new(&arguments.output, text.as_bytes(), arguments.force)?;
    let triangles = model.levels[level].triangles();
    say(&format!("wrote {}: {} vertices, {triangles} triangles", arguments.output.display(), model.vertices.len()));
    Ok(())
}
