//! IBSP46 into our records.

use super::bytes::{LumpLayout, Lumps, Record};
use super::entities::entity_text;
use super::error::ForeignError;
use super::limits::{QUAKE_3, limits};
use super::quake_textures::add_material;
use super::quake3_surfaces::add_surfaces;
use super::{ForeignFormat, ForeignMap};
use crate::assembly::Assembly;
use crate::convex::Plane;
use crate::records::{ModelRecord, NodeRecord, TexInfoRecord};
use crate::{Contents, MAX_REAL_SIDES, SurfaceFlags};
use kerosene_math::Vec3;
use std::ops::Range;

/// Places in the directory.
const ENTITIES: usize = 0;
const SHADERS: usize = 1;
const PLANES: usize = 2;
const NODES: usize = 3;
const LEAFS: usize = 4;
const LEAFBRUSHES: usize = 6;
const MODELS: usize = 7;
const BRUSHES: usize = 8;
const BRUSHSIDES: usize = 9;
pub(super) const DRAWVERTS: usize = 10;
pub(super) const DRAWINDEXES: usize = 11;
const FOGS: usize = 12;
pub(super) const SURFACES: usize = 13;

/// Names and lengths of records.
const LUMPS: &[LumpLayout] = &[
    ("entities", 1),
    ("shaders", 72),
    ("planes", 16),
    ("nodes", 36),
    ("leafs", 48),
    ("leafsurfaces", 4),
    ("leafbrushes", 4),
    ("models", 40),
    ("brushes", 12),
    ("brushsides", 8),
    ("drawverts", 44),
    ("drawindexes", 4),
    ("fogs", 72),
    ("surfaces", 104),
    ("lightmaps", 1),
    ("lightgrid", 1),
    ("visibility", 1),
];

pub(super) fn read(file: &[u8]) -> Result<ForeignMap, ForeignError> {
    let lumps = &Lumps::read(file, 8, LUMPS)?;
    let mut reader = Reader { lumps, assembly: Assembly::new(), planes: Vec::new(), brushes: Vec::new() };
    reader.assembly.map.entities = entity_text(lumps.get(ENTITIES).bytes())?;
    reader.add_shaders()?;
    reader.read_planes()?;
    let surfaces = add_surfaces(&mut reader.assembly, lumps)?;
    reader.add_brushes()?;
    reader.add_leaves()?;
    reader.add_nodes()?;
    reader.add_models(&surfaces.faces)?;
    let described = lumps.describe();
    Ok(ForeignMap {
        format: ForeignFormat::Quake3,
        limits: limits(&described, QUAKE_3),
        left_out: vec![
            ("patches", surfaces.patches),
            ("flares", surfaces.flares),
            ("triangles without area", surfaces.empty_triangles),
            ("fogs", lumps.get(FOGS).len()),
            ("brushes without volume", reader.brushes.iter().filter(|brush| brush.is_none()).count()),
        ],
        lumps: described,
        bsp: reader.assembly.map,
    })
}

struct Reader<'a, 'b> {
    lumps: &'a Lumps<'b>,
    assembly: Assembly,
    planes: Vec<Plane>,
    /// Our index of every brush that has a volume.
    brushes: Vec<Option<u32>>,
}

impl Reader<'_, '_> {
    fn add_shaders(&mut self) -> Result<(), ForeignError> {
        for record in self.lumps.get(SHADERS).iter() {
            let map = &mut self.assembly.map;
            let texdata = add_material(map, &record.name(0, 64), 0, 0);
            let flags = surface_flags(record.int(64)).bits();
            // Where a face lies on its texture is kept by vertex, which our records have no place for.
            map.texinfos.push(TexInfoRecord { texture: [[0.0; 4]; 2], lightmap: [[0.0; 4]; 2], flags, texdata });
        }
        Ok(())
    }

    fn read_planes(&mut self) -> Result<(), ForeignError> {
        let plane = |record: Record<'_>| {
            let normal = Vec3::from_array(record.floats(0)).as_dvec3();
            let [dist] = record.coordinates("dist", [record.float(12)])?;
            let length = normal.length();
            if !(0.9..=1.1).contains(&length) {
                return Err(record.error("normal", format_args!("of length {length}"), "unit length"));
            }
            let scale = if (length - 1.0).abs() > 1e-5 { length } else { 1.0 };
            Ok((normal / scale, f64::from(dist) / scale))
        };
        self.planes = self.lumps.get(PLANES).iter().map(plane).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn add_brushes(&mut self) -> Result<(), ForeignError> {
        let (all_sides, shaders) = (self.lumps.get(BRUSHSIDES), self.lumps.get(SHADERS));
        let mut taken = 0;
        for record in self.lumps.get(BRUSHES).iter() {
            let range = record.range("sides", record.int(0), record.int(4), all_sides.len())?;
            taken += range.len();
            if taken > all_sides.len() {
                return Err(record.error("sides", taken, "sides that no other brush has"));
            }
            let shader = shaders.record(record.index("shader", record.int(8), shaders.len())?);
            let mut sides = Vec::with_capacity(range.len());
            for side in range.map(|side| all_sides.record(side)) {
                let plane = self.planes[side.index("plane", side.int(0), self.planes.len())?];
                let texinfo = side.index("shader", side.int(4), shaders.len())? as u32;
                sides.push((plane, texinfo));
            }
            let fits = sides.len() <= MAX_REAL_SIDES as usize;
            let solid = fits.then(|| self.assembly.solid(sides)).flatten();
            let contents = contents_of(shader.int(68));
            self.brushes.push(solid.map(|solid| self.assembly.add_brush(&solid, contents)));
        }
        Ok(())
    }

    fn add_leaves(&mut self) -> Result<(), ForeignError> {
        let (leaves, listed) = (self.lumps.get(LEAFS), self.lumps.get(LEAFBRUSHES));
        let mut taken = 0;
        for record in leaves.iter() {
            let range = record.range("brushes", record.int(40), record.int(44), listed.len())?;
            taken += range.len();
            if taken > listed.len() {
                return Err(record.error("brushes", taken, "entries that no other leaf has"));
            }
            let mut brushes = Vec::with_capacity(range.len());
            for entry in range.map(|entry| listed.record(entry)) {
                brushes.extend(self.brushes[entry.index("brush", entry.int(0), self.brushes.len())?]);
            }
            let bounds = [record.ints::<3>(8), record.ints::<3>(20)].map(|corner| corner.map(|value| value as f32));
            for corner in bounds {
                record.coordinates("bounds", corner)?;
            }
            let cluster = record.int(0).max(-1);
            let contents = if cluster < 0 { Contents::SOLID } else { Contents::empty() };
            self.assembly.add_leaf(contents, cluster, bounds, &brushes);
            let count = &mut self.assembly.map.cluster_count;
            *count = (*count).max(cluster.saturating_add(1) as u32);
        }
        Ok(())
    }

    fn add_nodes(&mut self) -> Result<(), ForeignError> {
        let (records, leaf_count) = (self.lumps.get(NODES), self.lumps.get(LEAFS).len());
        for record in records.iter() {
            let plane = self.planes[record.index("plane", record.int(0), self.planes.len())?];
            let mut children: [i32; 2] = record.ints(4);
            for child in &mut children {
                if *child >= 0 {
                    record.index("child", *child, records.len())?;
                } else {
                    // Ours begin with a leaf for the outside.
                    *child = !(record.index("child", !*child, leaf_count)? as i32 + 1);
                }
            }
            let [mins, maxs] = [record.ints::<3>(12), record.ints::<3>(24)].map(|corner| corner.map(|at| at as f32));
            let (mins, maxs) = (record.coordinates("mins", mins)?, record.coordinates("maxs", maxs)?);
            let plane = self.assembly.add_plane(plane);
            self.assembly.map.nodes.push(NodeRecord { plane, children, mins, maxs });
        }
        Ok(())
    }

    /// The world has the tree; every other model gets a leaf that holds its brushes.
    fn add_models(&mut self, surface_faces: &[Range<u32>]) -> Result<(), ForeignError> {
        for record in self.lumps.get(MODELS).iter() {
            let (mins, maxs) =
                (record.coordinates("mins", record.floats(0))?, record.coordinates("maxs", record.floats(12))?);
            let surfaces = record.range("surfaces", record.int(24), record.int(28), surface_faces.len())?;
            let brushes = record.range("brushes", record.int(32), record.int(36), self.brushes.len())?;
            let kept = |range: &[Option<u32>]| range.iter().flatten().count() as u32;
            let (first_brush, brush_count) = (kept(&self.brushes[..brushes.start]), kept(&self.brushes[brushes]));
            let of_model: Vec<u32> = (first_brush..first_brush + brush_count).collect();
            let head_node = match record.index {
                0 if self.assembly.map.nodes.is_empty() => -1,
                0 => 0,
                _ => self.assembly.add_leaf(Contents::empty(), -1, [mins, maxs], &of_model),
            };
            let first_face = surface_faces.get(surfaces.start).map_or(0, |faces| faces.start);
            let face_count = surface_faces[surfaces].last().map_or(0, |faces| faces.end - first_face);
            let origin = [0.0; 3];
            self.assembly.map.models.push(ModelRecord {
                mins,
                maxs,
                origin,
                head_node,
                first_face,
                face_count,
                first_brush,
                brush_count,
                first_mesh: 0,
                mesh_count: 0,
            });
        }
        Ok(())
    }
}

/// Contents bits of a shader, as Quake III numbers them.
fn contents_of(bits: i32) -> Contents {
    const TABLE: [(i32, Contents); 9] = [
        (1, Contents::SOLID),
        (8, Contents::LAVA),
        (16, Contents::SLIME),
        (32, Contents::WATER),
        (0x1_0000, Contents::PLAYER_CLIP),
        (0x2_0000, Contents::MONSTER_CLIP),
        (0x800_0000, Contents::DETAIL),
        (0x2000_0000, Contents::TRANSLUCENT),
        (0x4000_0000, Contents::TRIGGER),
    ];
    TABLE.iter().filter(|(bit, _)| bits & bit != 0).map(|&(_, contents)| contents).collect()
}

/// Surface bits of a shader.
fn surface_flags(bits: i32) -> SurfaceFlags {
    const TABLE: [(i32, SurfaceFlags); 5] = [
        (4, SurfaceFlags::SKY),
        (0x80, SurfaceFlags::NODRAW),
        (0x100, SurfaceFlags::HINT),
        (0x200, SurfaceFlags::SKIP),
        (0x400, SurfaceFlags::NOLIGHT),
    ];
    TABLE.iter().filter(|(bit, _)| bits & bit != 0).map(|&(_, flags)| flags).collect()
}
