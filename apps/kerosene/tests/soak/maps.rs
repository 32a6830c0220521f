//! The maps that are walked in turn: the project's own, and real ones where they are there.

use cleave::{NoProgress, Options, Request, compile};
use kerosene::internals::bsp::WriteOptions;
use kerosene_map::{ClassTable, ReadOptions, apply_class_table, read_any, settle_game};
use std::{fs, path::Path};

/// Sources below the project's root.
const OWN: [&str; 2] = ["content/maps/two_rooms.kmap", "content/maps/facility.kmap"];

/// Sources below the corpus.
const REAL: [&str; 3] = ["quake/id/end.map", "quake/id/e1m7.map", "valve220/nzp/nzp_warehouse.map"];

/// Compiles them into a folder, and gives the names for the console, the built-in room's first.
pub(crate) fn write(folder: &Path) -> Vec<String> {
    fs::create_dir_all(folder).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = std::env::var_os("KEROSENE_CORPUS").map_or(root.join("../shared/corpus"), Into::into);
    let own = OWN.iter().map(|file| root.join(file));
    let real = REAL.iter().map(|file| corpus.join(file)).filter(|path| path.is_file());
    let names = own.chain(real).map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut imported =
            read_any(&path.display().to_string(), &fs::read(&path).unwrap(), &ReadOptions::default()).unwrap();
        if imported.format.is_foreign() {
            let (game, _) = settle_game(&mut imported, None);
            apply_class_table(&mut imported.map, &ClassTable::for_game(game));
        }
        let request = Request { map: &imported.map, options: &Options::default(), inputs: &[] };
        let compiled = compile(&request, &NoProgress).unwrap();
        compiled.bsp.write_file(folder.join(format!("{name}.kbsp")), WriteOptions::default()).unwrap();
        name
    });
    std::iter::once("kerosene_room".to_owned()).chain(names).collect()
}
