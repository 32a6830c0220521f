//! Every map with curved patches or displacements that we have: compiled, its meshes listed where they are seen and
//! solid where they are drawn, and none of them splitting the tree.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use cleave::checks::{meshes_are_in_their_leaves, meshes_collide_where_drawn};
use cleave::{NoProgress, Options, Output, Request, compile};
use common::{corpus, stem};
use kerosene_map::{Map, ReadOptions, read_any};
use std::path::{Path, PathBuf};

/// Rays through triangles, and as many across the map, per map.
const RAYS: u32 = 400;

/// Files below `folder` that hold `word`, sorted.
fn files_with(folder: &Path, word: &[u8]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "map" || extension == "vmf")
                && std::fs::read(&path).unwrap().windows(word.len()).any(|window| window == word)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn compiled(map: &Map) -> Output {
    compile(&Request { map, options: &Options::default(), inputs: &[] }, &NoProgress).unwrap()
}

#[test]
fn patches_and_displacements_collide_where_they_are_drawn() {
    let Some(corpus) = corpus() else { return };
    let (patches, displacements) =
        (files_with(&corpus.join("quake3"), b"patchDef"), files_with(&corpus.join("vmf"), b"dispinfo"));
    assert!(patches.len() >= 10 && displacements.len() >= 4, "{patches:?}, {displacements:?}");
    for path in patches.iter().chain(&displacements) {
        let (name, bytes) = (stem(path), std::fs::read(path).unwrap());
        let mut map = read_any(&path.display().to_string(), &bytes, &ReadOptions::default()).unwrap().map;
        let output = compiled(&map);
        let counts = output.statistics;
        assert!(counts.meshes > 0 && counts.mesh_triangles > counts.mesh_triangles_dropped, "{name}: {counts:?}");
        meshes_are_in_their_leaves(&output.bsp, 5).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let met = meshes_collide_where_drawn(&output.bsp, RAYS, 5).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert!(met > RAYS / 8, "{name}: only {met} rays met a mesh");
        let nodes = output.bsp.nodes.len();
        if map.entities[0].brushes.is_empty() {
            continue; // nothing is left without its meshes
        }
        map.entities[0].meshes.clear();
        assert_eq!(compiled(&map).bsp.nodes.len(), nodes, "{name}: meshes changed the tree");
    }
}
