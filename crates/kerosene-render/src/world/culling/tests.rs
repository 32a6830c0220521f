#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::world::Surface;
use kerosene_bsp::sample;
use kerosene_math::{Angles, Pcg32};
use std::collections::BTreeSet;

/// Materials of the level, in no order of places.
const MATERIALS: u32 = 200;

/// Rooms whose faces have materials in turn.
fn mesh() -> WorldMesh {
    let mut map = sample::grid(4);
    let texinfo = map.texinfos[0];
    map.texinfos = vec![texinfo; MATERIALS as usize];
    for (number, face) in map.faces.iter_mut().enumerate() {
        face.texinfo = number as u32 % MATERIALS;
    }
    let surface = |material| Some(Surface { material, class: DrawClass::Opaque, texels: [64.0; 2] });
    WorldMesh::new(&map.to_file().unwrap(), surface)
}

#[test]
fn what_is_seen_of_a_section_takes_one_call_for_each_of_its_materials() {
    let mesh = mesh();
    let (mut culling, mut frame, mut random) = (Culling::new(&mesh), Frame::default(), Pcg32::new(3, 1));
    let mut fewest = usize::MAX;
    for _ in 0..200 {
        frame.camera.origin = Vec3::new(random.between(-90.0, 900.0), random.between(-90.0, 900.0), 60.0);
        frame.camera.angles = Angles::new(random.between(-89.0, 89.0), random.between(-180.0, 180.0), 0.0);
        culling.update(&mesh, &frame, &Projection::new(&frame.camera, [1280, 720]));
        let is_seen = |batch: &&Batch| culling.marks.runs(batch.items.clone()).next().is_some();
        let seen: BTreeSet<_> =
            mesh.batches.iter().filter(is_seen).map(|batch| (batch.section, batch.material)).collect();
        let mut calls: Vec<_> = culling.draws().iter().map(|draw| (draw.section, draw.material)).collect();
        calls.sort_unstable();
        assert_eq!(calls, Vec::from_iter(seen));
        // As many triangles as the faces that are seen have.
        let faces = mesh.batches.iter().flat_map(|batch| culling.marks.runs(batch.items.clone())).flatten();
        let indices: usize = faces.map(|item| mesh.items[item as usize].indices.len()).sum();
        assert_eq!(culling.statistics().triangles as usize, indices / 3);
        fewest = fewest.min(calls.len());
    }
    assert!((1..MATERIALS as usize).contains(&fewest), "some views show less than all: {fewest}");
}
