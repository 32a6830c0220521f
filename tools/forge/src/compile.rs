//! A source becomes a model.

use crate::scene::Scene;
use crate::weld::{Streams, weld};
use crate::{Beside, ForgeError, Options, collision, gltf, levels, normals, obj, order, tangents};
use kerosene_asset::{MAX_COORDINATE, Model, ModelData, Provenance, SourceFile};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_math::Aabb;
use kerosene_vfs::VirtualPath;

/// Name and version of this tool in what it makes. The version goes up whenever the same input gives other bytes.
pub const TOOL: &str = "forge 2";

/// The material of what has none.
pub const DEFAULT_MATERIAL: &str = "dev/grid";

/// What came of a source.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The model.
    pub model: Model,
    /// What there is to say of it.
    pub diagnostics: Diagnostics,
}

/// Makes a model of a source; `name` is its path, as it will stand in the model and in diagnostics, and its ending says how
/// to read it: `.gltf`, `.glb`, `.obj`.
///
/// # Errors
/// Why the source cannot be read, or has no model in it.
///
/// ```
/// use forge::{Options, compile};
/// use std::collections::BTreeMap;
///
/// let obj = b"v 0 0 0\nv 16 0 0\nv 0 16 0\nusemtl dev/wood\nf 1 2 3\n";
/// let made = compile("art/flag.obj", obj, &mut BTreeMap::new(), &Options::default())?;
/// assert_eq!(made.model.materials, ["dev/wood"]);
/// assert_eq!(made.model.bounds.size().to_array(), [0.0, 16.0, 16.0]);
/// # Ok::<(), forge::ForgeError>(())
/// ```
pub fn compile(name: &str, bytes: &[u8], beside: &mut dyn Beside, options: &Options) -> Result<Compiled, ForgeError> {
    check_options(options)?;
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let mut scene = match ending.as_str() {
        "obj" => obj::read(name, bytes, options)?,
        "gltf" | "glb" => gltf::read(name, bytes, beside, options)?,
        _ => return Err(ForgeError::Ending),
    };
    within_the_world(&scene)?;
    let mut diagnostics = std::mem::take(&mut scene.diagnostics);
    let mut told = |code, message: String| {
        diagnostics.push(Diagnostic::new(code, message).at(SourcePosition::file(name)));
    };
    names_nothing(&scene, options).into_iter().for_each(|message| told(codes::OPTION_NAMES_NOTHING, message));
    normals::make(&mut scene.triangles, options.recompute_normals, options.crease);
    tangents::make(&mut scene.triangles);
    let streams = Streams { second_uvs: scene.has_second_uvs, colors: scene.has_colors, skin: !scene.bones.is_empty() };
    let (vertices, faces, flat) = weld(&scene.triangles, streams);
    if flat > 0 {
        told(codes::FLAT_TRIANGLES, format!("{flat} triangles without area are left out"));
    }
    if faces.is_empty() {
        return Err(ForgeError::Empty);
    }
    let (materials, faces) = used_materials(&scene, faces, options)?;
    let levels = levels::make(&vertices, faces, !options.no_lods);
    if levels.len() == 1 && !options.no_lods && levels[0].faces.len() >= levels::FEWEST {
        let count = levels[0].faces.len();
        told(codes::NO_DETAIL_LEVELS, format!("no coarser level could be made of its {count} triangles"));
    }
    let mut indices = Vec::new();
    let levels: Vec<_> = levels
        .into_iter()
        .map(|level| kerosene_asset::Level { error: level.error, meshes: order::meshes(&level.faces, &mut indices) })
        .collect();
    let vertices = order::fetch_order(&vertices, &mut indices);
    let hulls = collision::hulls(&scene, &vertices.positions, options, &mut told);
    let sources = std::iter::once(SourceFile::of(name, bytes)).chain(scene.files).collect();
    let data = ModelData {
        surface: options.surface.clone(),
        materials,
        indices,
        levels,
        bones: scene.bones,
        clips: scene.clips,
        hulls,
        attachments: scene.attachments,
        bounds: Aabb::from_points(vertices.positions.iter().copied()),
        provenance: Provenance { tool: TOOL.to_owned(), options: options.to_text(), sources, ..Provenance::default() },
        vertices,
    };
    Ok(Compiled { model: with_clip_bounds(data)?, diagnostics })
}

fn check_options(options: &Options) -> Result<(), ForgeError> {
    let check = |holds: bool, option, reason| if holds { Ok(()) } else { Err(ForgeError::Option { option, reason }) };
    check(options.scale > 0.0 && options.scale.is_finite(), "--scale", "not above zero")?;
    check((1.0..=1000.0).contains(&options.fps), "--fps", "not from 1 to 1000")?;
    check((0.0..=180.0).contains(&options.crease), "--crease", "not from 0 to 180 degrees")?;
    check(options.rotate.iter().all(|angle| angle.is_finite()), "--rotate", "not three angles")?;
    check((1..=kerosene_asset::MAX_HULLS).contains(&options.max_hulls), "--max-hulls", "not from 1 to 256")?;
    let corners = 4..=kerosene_asset::MAX_HULL_POINTS;
    check(corners.contains(&options.hull_corners), "--hull-corners", "not from 4 to 256")
}

/// Options that name a material or a clip that is not there.
fn names_nothing(scene: &Scene, options: &Options) -> Vec<String> {
    let materials = options.materials.iter().filter(|(from, _)| !scene.materials.contains(from));
    let clips = options.once.iter().filter(|once| *once != "*" && !scene.clips.iter().any(|clip| clip.name == **once));
    let there = |names: Vec<&str>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let of_clips = there(scene.clips.iter().map(|clip| clip.name.as_str()).take(20).collect());
    let of_materials =
        there(scene.materials.iter().map(String::as_str).filter(|name| !name.is_empty()).take(20).collect());
    let materials =
        materials.map(|(from, _)| format!("--material names {from}, and the materials are: {of_materials}"));
    let clips = clips.map(|once| format!("--once names {once}, and the clips are: {of_clips}"));
    materials.chain(clips).collect()
}

/// Refuses what lies outside of the world before anything is computed with it.
fn within_the_world(scene: &Scene) -> Result<(), ForgeError> {
    let most = f64::from(MAX_COORDINATE);
    let drawn = scene.triangles.iter().flat_map(|triangle| &triangle.corners).map(|corner| corner.position.as_dvec3());
    let collided = scene.collision.iter().flatten().flatten().copied();
    let within = |place: kerosene_math::DVec3| place.abs().max_element() <= most && place.is_finite();
    let odd = drawn.chain(collided).position(|place| !within(place));
    odd.map_or(Ok(()), |index| {
        let reason = "it is out of range";
        Err(ForgeError::Model(kerosene_asset::ModelError::Part { part: "corner", index, reason }))
    })
}

/// The paths of the materials that faces have, and the faces with their places among those.
fn used_materials(
    scene: &Scene,
    mut faces: Vec<crate::weld::Face>,
    options: &Options,
) -> Result<(Vec<String>, Vec<crate::weld::Face>), ForgeError> {
    let mut paths: Vec<String> = Vec::new();
    let mut places: Vec<Option<u32>> = vec![None; scene.materials.len()];
    for face in &mut faces {
        let source = face.material as usize;
        let place = match places[source] {
            Some(place) => place,
            None => {
                let path = material_path(&scene.materials[source], options)?;
                let place = paths.iter().position(|other| *other == path).unwrap_or(paths.len());
                if place == paths.len() {
                    paths.push(path);
                }
                place as u32
            }
        };
        places[source] = Some(place);
        face.material = place;
    }
    if paths.len() > kerosene_asset::MAX_MATERIALS {
        return Err(ForgeError::TooMany { what: "materials", most: kerosene_asset::MAX_MATERIALS });
    }
    Ok((paths, faces))
}

/// The path of a material: what the options rename it to, or its own name.
fn material_path(name: &str, options: &Options) -> Result<String, ForgeError> {
    let renamed = options.materials.iter().find(|(from, _)| from == name).map(|(_, to)| to.as_str());
    let wanted = renamed.unwrap_or(if name.is_empty() { DEFAULT_MATERIAL } else { name });
    let refused = || ForgeError::Material { name: name.chars().take(80).collect() };
    let path = VirtualPath::new(wanted).map_err(|_| refused())?;
    if path.is_root() { Err(refused()) } else { Ok(path.as_str().to_owned()) }
}

/// The model, with the bounds of its clips.
fn with_clip_bounds(mut data: ModelData) -> Result<Model, ForgeError> {
    for clip in &mut data.clips {
        clip.bounds = data.bounds;
    }
    let model = Model::new(data)?;
    let bounds: Vec<_> = (0..model.clips.len()).map(|clip| model.clip_bounds(clip)).collect();
    let mut data = model.into_data();
    for (clip, bounds) in data.clips.iter_mut().zip(bounds) {
        clip.bounds = bounds;
    }
    Ok(Model::new(data)?)
}
