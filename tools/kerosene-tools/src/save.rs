//! Looks at saved games.

use crate::cli::SaveCommand;
use kerosene_cli::say;
use kerosene_entity::{Container, SAVE_MAGIC, SAVE_VERSION, SaveInfo, WorldSnapshot, save_tags};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// A save that was read.
struct Save {
    info: SaveInfo,
    sections: Vec<String>,
    world: WorldSnapshot,
}

/// Does what was asked.
pub(crate) fn run(command: &SaveCommand) -> ExitCode {
    let done = match command {
        SaveCommand::Show { file } => read(file).map(|save| {
            show(&save);
            ExitCode::SUCCESS
        }),
        SaveCommand::Diff { before, after } => read(before).and_then(|before| Ok(diff(&before, &read(after)?))),
    };
    done.unwrap_or_else(|problem| {
        let _ = writeln!(io::stderr().lock(), "error: {problem}");
        ExitCode::FAILURE
    })
}

fn read(path: &Path) -> Result<Save, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&bytes).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn parse(bytes: &[u8]) -> Result<Save, String> {
    let container = Container::parse(bytes, SAVE_MAGIC, SAVE_VERSION).map_err(|error| error.to_string())?;
    container.check().map_err(|error| error.to_string())?;
    let info = SaveInfo::read(&container).map_err(|error| error.to_string())?;
    let entities = container.section(save_tags::ENTITIES).map_err(|error| error.to_string())?;
    let world = WorldSnapshot::from_bytes(entities).map_err(|error| error.to_string())?;
    let sections = container.sections().map(|(tag, length)| format!("{tag} {length} bytes")).collect();
    Ok(Save { info, sections, world })
}

fn show(save: &Save) {
    let SaveInfo { map, map_hash, tick, time_ns, state_hash } = &save.info;
    say(&format!("map {map} ({map_hash:016x}), tick {tick}, {:.3} s", *time_ns as f64 * 1e-9));
    say(&format!("state hash {state_hash:016x}; {}", save.sections.join(", ")));
    say(save.world.text().trim_end());
}

fn diff(before: &Save, after: &Save) -> ExitCode {
    let text = after.world.diff(&before.world);
    say(text.trim_end());
    if text.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use kerosene_entity::{ContainerBuilder, EntityWorld, Registry};

    /// A save of a level with one lamp.
    fn save(brightness: &str) -> Vec<u8> {
        let mut world = EntityWorld::new(&Registry::new([]).unwrap());
        world.spawn_with("light", &[("targetname", "lamp"), ("brightness", brightness)]);
        let info = SaveInfo { map: "e1m1".to_owned(), map_hash: 1, tick: 2, time_ns: 3, state_hash: 4 };
        ContainerBuilder::new(SAVE_MAGIC, SAVE_VERSION)
            .section(save_tags::INFO, info.to_bytes())
            .section(save_tags::ENTITIES, WorldSnapshot::capture(&world).to_bytes())
            .to_bytes()
    }

    #[test]
    fn saves_are_shown_and_compared() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a"), save("200")).unwrap();
        std::fs::write(path("b"), save("100")).unwrap();
        std::fs::write(path("c"), &save("100")[1..]).unwrap();
        let compare = |before, after| run(&SaveCommand::Diff { before: path(before), after: path(after) });
        assert_eq!(compare("a", "a"), ExitCode::SUCCESS);
        assert_eq!(compare("a", "b"), ExitCode::FAILURE);
        assert_eq!(run(&SaveCommand::Show { file: path("a") }), ExitCode::SUCCESS);
        assert_eq!(run(&SaveCommand::Show { file: path("c") }), ExitCode::FAILURE);
        let [before, after] = [save("200"), save("100")].map(|bytes| parse(&bytes).unwrap());
        assert!(after.world.diff(&before.world).contains("200"), "{}", after.world.diff(&before.world));
    }
}
