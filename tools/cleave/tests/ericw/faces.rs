//! Faces: nothing missing, nothing cracked, materials and axes as they are.

use super::cover::every_open_side_is_drawn_once;
use super::{Compiled, Row, row};
use cleave::checks::{edges_hold_no_vertices, rings_close};
use kerosene_bsp::Contents;
use kerosene_diagnostics::codes;

const UP: [f64; 3] = [0.0, 0.0, 1.0];

fn has_no_cracks(map: &Compiled) {
    rings_close(map.bsp()).unwrap();
    edges_hold_no_vertices(map.bsp()).unwrap();
}

/// Every side of every world brush is drawn wherever there is open space before it, and drawn once.
fn misses_no_face(map: &Compiled) {
    has_no_cracks(map);
    every_open_side_is_drawn_once(map);
}

pub(crate) const ROWS: &[Row] = &[
    row("q1_tjunc_matrix", "kinds of brushes beside each other: no cracks", |map| {
        assert!(map.sealed());
        has_no_cracks(map);
    }),
    row("q2_tjunc_matrix", "kinds of brushes beside each other: no cracks", |map| {
        assert!(map.sealed());
        has_no_cracks(map);
    }),
    row("q1_tjunc_angled_face", "faces at odd angles that touch: no cracks, three faces", |map| {
        assert!(map.sealed());
        has_no_cracks(map);
        for material in ["bolt6", "bolt8"] {
            assert_eq!(map.faces(0).iter().filter(|face| map.material(face) == material).count(), 1, "{material}");
        }
    }),
    row("test_tjunc01", "T-junctions that lost faces in other compilers", misses_no_face),
    row("qbsp_faces", "T-junctions in a level", has_no_cracks),
    row("qbsp_tjunc_many_sided_face", "a face of very many sides with T-junctions", misses_no_face),
    row("qbsp_tjunc_many_sided_sky", "a sky of very many sides with T-junctions", has_no_cracks),
    row("q2_missing_faces", "a level turned off the grid: no face is missing", misses_no_face),
    row("q2_missing_faces2", "blocks that were carved off the grid: no face is missing", misses_no_face),
    row("qbsp_merge", "nine blocks side by side: no face between them", |map| {
        misses_no_face(map);
        // The tops fill a rectangle without its corners; what is drawn upward is that, once.
        let up: f64 =
            map.faces(0).iter().filter(|face| map.normal(face).z > 0.99).map(|face| f64::from(face.area)).sum();
        let down: f64 =
            map.faces(0).iter().filter(|face| map.normal(face).z < -0.99).map(|face| f64::from(face.area)).sum();
        assert!((up - down).abs() < 0.5, "{up} {down}");
    }),
    row("q1_0125unit_faces", "a step of an eighth of a unit keeps its faces", |map| {
        assert_eq!(map.materials_at(0, [32.0, -48.0625, 40.0], [-1.0, 0.0, 0.0]), ["bolt18"]);
        assert_eq!(map.materials_at(0, [-20.0, -48.0625, 80.0], [0.0, 0.0, -1.0]), ["bolt18"]);
        // The strip below is an eighth wide at one end, a quarter at the other.
        assert_eq!(map.area(0, None), 0.125 * 64.0 + 0.1875 * 96.0);
        has_no_cracks(map);
    }),
    row("q1_edge_sharing_software", "three wedges whose faces share edges", |map| {
        assert!(map.sealed());
        misses_no_face(map);
    }),
    row("q1_rocks", "pyramids as detail on a floor of grass: sealed, one leaf above the floor", |map| {
        assert!(map.sealed());
        assert_eq!(map.output.statistics.clusters, 1);
        assert!(map.contents(84.0, 240.0, 61.0).contains(Contents::SOLID | Contents::DETAIL));
        has_no_cracks(map);
    }),
    row("q1_rocks_structural", "the same pyramids as structure: no face is missing", |map| {
        assert!(map.sealed());
        assert!(map.output.statistics.clusters > 1);
        misses_no_face(map);
    }),
    row("q1_rocks_structural_cube", "a block of the same size: its five sides, each in its material", |map| {
        assert!(map.sealed());
        misses_no_face(map);
        assert_eq!(map.materials_at(0, [48.0, 320.0, 176.0], UP).len(), 1);
    }),
    row("q1_mountain", "a landscape of nearly four hundred wedges under the sky", has_no_cracks),
    row("q1_water_subdivision", "a sheet of water is one face: charts are divided, faces are not", |map| {
        assert!(map.sealed());
        let surface = map.faces(0).iter().filter(|face| map.material(face) == "*swater5");
        assert_eq!(surface.count(), 1);
        assert_eq!(map.area(0, Some("*swater5")), 704.0 * 1120.0);
    }),
    row("hl_liquids", "Half-Life's `!` is a liquid", |map| {
        assert!(map.sealed());
        assert_eq!(map.contents(104.0, -424.0, 40.0), Contents::WATER);
        assert_eq!(map.materials_at(0, [104.0, -424.0, 64.0], UP), ["!liquidtest"]);
    }),
    row("invalid_texture_axes", "axes that span no plane are replaced, and the map compiles", |map| {
        for texinfo in &map.bsp().texinfos {
            let [u, v] = texinfo.texture.map(|axis| kerosene_math::Vec3::new(axis[0], axis[1], axis[2]));
            assert!(u.cross(v).length() > 1e-6 && u.is_finite() && v.is_finite(), "{texinfo:?}");
        }
        assert_eq!(map.output.statistics.faces > 6, map.sealed());
    }),
    row("badoffset", "an offset no texture has is brought into range or kept, never infinite", finite_textures),
    row("badshearscale", "sheared texture axes are kept and finite", finite_textures),
    row("q2_long_texture_name", "a long name is kept whole", |map| {
        assert_eq!(map.material(&map.faces(0)[0]), "long_folder_name_test/long_texture_name_test");
    }),
    row("q2_tb_cleanup", "TrenchBroom's keys and its empty material do not reach the game", |map| {
        assert!(map.bsp().faces.is_empty(), "a side without material is not drawn");
        assert!(map.entities().iter().all(|entity| entity.keys.iter().all(|(key, _)| !key.starts_with("_tb_"))));
    }),
    row("q1_wad_mapname", "a map without a texture archive keeps its materials by name", |map| {
        assert_eq!(map.material(&map.faces(0)[0]), "{trigger");
        assert!(map.entities()[0].get("wad").is_none() && map.entities()[0].get("mapversion").is_none());
    }),
    row("q2_unknown_contents", "content bits that nobody knows: solid as the material says", |map| {
        assert_eq!(map.output.diagnostics.count_of(codes::NO_VOLUME), 0);
        assert_eq!(map.bsp().brushes.len(), 3);
    }),
];

fn finite_textures(map: &Compiled) {
    assert_eq!(map.faces(0).len(), 6);
    assert!(map.bsp().texinfos.iter().flat_map(|texinfo| texinfo.texture).flatten().all(f32::is_finite));
}
