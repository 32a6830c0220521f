//! Hammer's `.vmf` with the files that it includes: any bytes give a map that holds what the model promises, or an
//! error with a place. Zero bytes divide the input: the map first, then the files that instances call `0`, `1`, ...
#![no_main]

use kerosene_map::{
    IncludeError, IncludedFile, IncludedFiles, Map, ReadLimits, ReadOptions, read_with_includes, write_kmap,
};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;

struct Parts<'a>(Vec<&'a [u8]>);

impl IncludedFiles for Parts<'_> {
    fn read(&self, name: &str, _includer: &str) -> Result<IncludedFile, IncludeError> {
        let at: usize = name.parse().map_err(|_| IncludeError::ClimbsOut)?;
        let bytes = self.0.get(at).ok_or(IncludeError::NotFound { looked_in: Vec::new() })?;
        Ok(IncludedFile { name: at.to_string(), bytes: bytes.to_vec() })
    }
}

/// What every reader promises of a map.
fn check(map: &Map) {
    assert!(!map.entities.is_empty(), "the world comes first");
    let mut ids = BTreeSet::new();
    let mut unique = |id: u32| assert!(ids.insert(id), "id {id} is given twice");
    for entity in &map.entities {
        unique(entity.id);
        for brush in &entity.brushes {
            unique(brush.id);
            for side in &brush.sides {
                unique(side.id);
                assert!(side.points.iter().all(|point| point.is_finite()));
                for axis in [side.u_axis, side.v_axis] {
                    assert!(axis.scale.is_finite() && axis.scale != 0.0);
                }
            }
        }
        for mesh in &entity.meshes {
            unique(mesh.id);
            let count = mesh.vertices.len();
            assert!(mesh.vertices.iter().all(|vertex| vertex.is_finite()));
            assert!(mesh.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-6));
            assert_eq!((mesh.normals.len(), mesh.texture_coordinates.len()), (count, count));
            assert!(mesh.alphas.is_empty() || mesh.alphas.len() == count);
            assert!(mesh.faces.iter().flat_map(|face| &face.indices).all(|index| (*index as usize) < count));
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut parts = data.split(|byte| *byte == 0);
    let map = parts.next().unwrap_or_default();
    let files = Parts(parts.collect());
    let limits = ReadLimits { bytes: 1 << 20, ..ReadLimits::default() };
    for keep_omitted_layers in [false, true] {
        let options = ReadOptions { keep_omitted_layers, limits: limits.clone(), ..ReadOptions::default() };
        match read_with_includes("fuzz.vmf", map, &options, &files) {
            Ok(imported) => {
                check(&imported.map);
                // Axes may overflow where a texture is shrunk to nothing; that is all that a .kmap refuses.
                let _ = write_kmap(&imported.map);
            }
            Err(error) => assert!(error.line >= 1 && error.column >= 1, "an error without a place: {error}"),
        }
    }
});
