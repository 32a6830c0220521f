//! `export trenchbroom`.

use super::{fgd, game_config, icons, picture, profiles, verb, write};
use crate::classes;
use crate::cli::ExportTrenchbroomArgs;
use crate::error::ToolError;
use alchemy::stock;
use kerosene_cli::say;
use kerosene_vfs::find_program;
use std::env;
use std::path::{Path, PathBuf};

/// The program that plays games.
const RUNTIME: &str = "kerosene";
/// Folders of stock pictures that a mapper covers brushes with.
const FOLDERS: [&str; 3] = ["tools/", "dev/", "liquids/"];

pub(super) fn run(arguments: &ExportTrenchbroomArgs) -> Result<(), ToolError> {
    let kdef = classes::schema(&arguments.mods)?;
    let content = arguments.content.clone().unwrap_or_else(|| arguments.folder.join("content"));
    let tools: Vec<_> = stock::TOOLS.iter().flat_map(stock::Tool::materials).collect();
    let own = env::current_exe().unwrap_or_else(|_| PathBuf::from("kerosene-tools"));
    let runtime = find_program(RUNTIME).map_or_else(|| PathBuf::from(RUNTIME), |program| program.path);
    let shown = |path: &Path| path.to_string_lossy().replace('\\', "/");
    let config = [
        ("GameConfig.cfg", game_config::text(&tools, fgd::MAP_SIZE).into_bytes()),
        ("CompilationProfiles.cfg", profiles::compilation(&shown(&own)).into_bytes()),
        ("GameEngineProfiles.cfg", profiles::engine(&shown(&runtime)).into_bytes()),
        ("kerosene.fgd", fgd::for_trenchbroom(&kdef).into_bytes()),
        ("initial_valve.map", initial_map().into_bytes()),
        ("Icon.png", icon()),
    ];
    let mut written = 0;
    for (name, bytes) in &config {
        written += usize::from(write(&arguments.folder.join(name), bytes)?);
    }
    let pictures = pictures();
    let mut kept = Vec::new();
    for (path, bytes) in &pictures {
        let file = content.join(path);
        // A game's own picture of this name wins.
        if file.exists() && std::fs::read(&file).is_ok_and(|there| there != *bytes) {
            kept.push(path.clone());
        } else {
            written += usize::from(write(&file, bytes)?);
        }
    }
    say(&format!(
        "{} {} classes and {} tools, in {}",
        verb(written > 0),
        kdef.classes.len(),
        tools.len(),
        arguments.folder.display()
    ));
    say(&format!("{} pictures for the editor, in {}", pictures.len() - kept.len(), content.display()));
    kept.iter().for_each(|path| say(&format!("kept your own {path}")));
    say(
        "In TrenchBroom: put the folder into its games folder under the name Kerosene, and make the content the game's path.",
    );
    Ok(())
}

/// Paths in the content and bytes of what the editor shows: icons, and the stock textures under all their names.
fn pictures() -> Vec<(String, Vec<u8>)> {
    let mut files = icons::files();
    for stock in
        stock::pictures().into_iter().filter(|stock| FOLDERS.iter().any(|folder| stock.name.starts_with(folder)))
    {
        let tool = stock::TOOLS.iter().find(|tool| tool.name == stock.name);
        let names = tool.map_or_else(|| vec![stock.name.clone()], |tool| tool.materials().collect());
        let art = |name: String| (format!("{}/{name}.png", game_config::ART), stock.png.clone());
        files.extend(names.into_iter().map(art));
    }
    files
}

/// The map that a new one begins as: a floor to stand on.
fn initial_map() -> String {
    let face = |points: &str, axes: &str| format!("{points} dev/grid {axes} 0 0.25 0.25\n");
    let faces = [
        face("( -128 -128 -16 ) ( -128 -127 -16 ) ( -128 -128 -15 )", "[ 0 -1 0 0 ] [ 0 0 -1 0 ]"),
        face("( -128 -128 -16 ) ( -128 -128 -15 ) ( -127 -128 -16 )", "[ 1 0 0 0 ] [ 0 0 -1 0 ]"),
        face("( -128 -128 -16 ) ( -127 -128 -16 ) ( -128 -127 -16 )", "[ -1 0 0 0 ] [ 0 -1 0 0 ]"),
        face("( 128 128 0 ) ( 128 129 0 ) ( 129 128 0 )", "[ 1 0 0 0 ] [ 0 -1 0 0 ]"),
        face("( 128 128 0 ) ( 129 128 0 ) ( 128 128 1 )", "[ -1 0 0 0 ] [ 0 0 -1 0 ]"),
        face("( 128 128 0 ) ( 128 128 1 ) ( 128 129 0 )", "[ 0 1 0 0 ] [ 0 0 -1 0 ]"),
    ];
    format!(
        "// Game: {}\n// Format: Valve\n{{\n\"classname\" \"worldspawn\"\n\"mapversion\" \"220\"\n{{\n{}}}\n}}\n\
         {{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 1\"\n}}\n",
        game_config::NAME,
        faces.concat()
    )
}

/// The game's icon: a drop.
fn icon() -> Vec<u8> {
    picture::png(32, |x, y| {
        let (x, y) = (x as f32 - 15.5, y as f32 - 19.5);
        let inside = if y > 0.0 { x * x + y * y < 100.0 } else { x.abs() < 10.0 * (1.0 + y / 18.0) && y > -18.0 };
        match (inside, x * 0.8 + y) {
            (false, _) => [0, 0, 0, 0],
            (true, light) if light < -1.0 => [250, 190, 70, 255],
            (true, _) => [225, 130, 40, 255],
        }
    })
}
