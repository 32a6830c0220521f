//! Textures, materials and a model for the scenes, made by code.

use kerosene_asset::{
    Blending, Bone, Clip, Level, Material, Mesh, Mip, Model, ModelData, PixelFormat, Shader, SkinVertex, Texture,
    TextureName, Track, Transform,
};
use kerosene_math::deterministic::sin_cos;
use kerosene_math::{Aabb, Quat, Vec2, Vec3};
use kerosene_vfs::BuiltinFile;

/// Side of the textures, in pixels.
const SIDE: u32 = 64;

/// Everything, as files.
pub(crate) fn files() -> Vec<BuiltinFile> {
    let mut files = textures();
    let compiled = |(name, material): (&str, Material)| file(&format!("materials/{name}.kmat_c"), material.to_bytes());
    files.extend(materials().into_iter().map(|(name, material)| compiled((&format!("scene/{name}"), material))));
    files.extend(liquids().map(compiled));
    files.extend(sky_sides());
    files.push(file("models/scene/arm.kmdl", arm().to_bytes()));
    files
}

fn file(path: &str, bytes: Vec<u8>) -> BuiltinFile {
    // The scenes live as long as the test.
    BuiltinFile { path: Box::leak(path.to_owned().into_boxed_str()), bytes: Box::leak(bytes.into_boxed_slice()) }
}

/// A texture whose pixels are given by where they are, -1 to 1 from left to right and from top to bottom.
fn texture(
    path: &str,
    format: PixelFormat,
    [width, height]: [u32; 2],
    pixel: impl Fn(f32, f32) -> [f32; 4],
) -> BuiltinFile {
    let at = |index: u32, side: u32| (index as f32 + 0.5) / side as f32 * 2.0 - 1.0;
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
    let pixels = (0..width * height).map(|index| pixel(at(index % width, width), at(index / width, height)));
    let bytes = pixels.flat_map(|pixel| pixel.map(byte)).collect();
    let texture = Texture::new(format, width, height, vec![Mip { bytes }]).unwrap();
    file(&format!("materials/{path}.ktex"), texture.to_bytes())
}

fn textures() -> Vec<BuiltinFile> {
    let color = |name: &str, pixel: fn(f32, f32) -> [f32; 4]| {
        texture(&format!("scene/{name}"), PixelFormat::Rgba8Srgb, [SIDE; 2], pixel)
    };
    let linear = |name: &str, pixel: fn(f32, f32) -> [f32; 4]| {
        texture(&format!("scene/{name}"), PixelFormat::Rgba8, [SIDE; 2], pixel)
    };
    vec![
        color("ball", |x, y| [1.0, 1.0, 1.0, (1.0 - (x * x + y * y).sqrt()) * 1.5]),
        color("bars", |x, y| [0.45, 0.4, 0.35, f32::from(u8::from(grating(x) || grating(y)))]),
        color("arrow", arrow),
        color("mark", |x, y| {
            let far = (x * x + y * y).sqrt();
            [0.05, 0.04, 0.04, (1.1 - far * 1.2).clamp(0.0, 1.0) * if (far * 9.0) as i32 % 2 == 0 { 1.0 } else { 0.6 }]
        }),
        color(
            "tiles",
            |x, y| if tile_edge(x) || tile_edge(y) { [0.3, 0.3, 0.3, 1.0] } else { [0.62, 0.58, 0.52, 1.0] },
        ),
        color("lamp", |x, y| [0.2 + glow(x, y), 0.15 + glow(x, y) * 0.8, 0.1 + glow(x, y) * 0.5, 1.0]),
        linear("lamp_glow", |x, y| [glow(x, y), glow(x, y), glow(x, y), 1.0]),
        linear("studs", studs),
        // Occlusion, roughness and metalness: a metal plate with a matt, painted ring.
        linear("plate", |x, y| {
            let ring = ((x * x + y * y).sqrt() - 0.6).abs() < 0.2;
            [1.0 - glow(x, y) * 0.3, if ring { 0.9 } else { 0.25 }, if ring { 0.0 } else { 1.0 }, 1.0]
        }),
        color("moss", |x, y| {
            let fleck = if (x * 4.0).rem_euclid(1.0) + (y * 3.0).rem_euclid(1.0) < 0.8 { 0.8 } else { 1.0 };
            [0.36 * fleck, 0.6 * fleck, 0.22 * fleck, 1.0]
        }),
        // Where a blend goes over, in green: late in the middle of tiles, soon between them, and hardly softly, in red.
        linear("moss_edge", |x, y| [0.1, if tile_edge(x) || tile_edge(y) { 0.25 } else { 0.7 }, 0.0, 1.0]),
        // Cobbles: round heads above their joints.
        linear("cobbles_height", |x, y| [cobble(x, y), cobble(x, y), cobble(x, y), 1.0]),
        color("cobbles", |x, y| {
            let shade = 0.35 + 0.65 * cobble(x, y);
            [0.62 * shade, 0.58 * shade, 0.52 * shade, 1.0]
        }),
        linear("weave", |x, y| {
            let woven = if ((x + 1.0) * 2.0) as i32 % 2 == ((y + 1.0) * 2.0) as i32 % 2 { 0.35 } else { 0.65 };
            [woven, woven, woven, 1.0]
        }),
        // Quake's sky: the near layer left, with holes of black, the far one right.
        texture("scene/sky_quake", PixelFormat::Rgba8Srgb, [128, 64], |x, y| {
            let cloud =
                sin_cos(f64::from(x) * 2.0 * std::f64::consts::PI).0 * sin_cos(f64::from(y) * std::f64::consts::PI).0;
            match (x < 0.0, cloud > 0.2) {
                (true, true) => [0.45, 0.4, 0.55, 1.0],
                (true, false) => [0.0, 0.0, 0.0, 1.0],
                (false, light) => {
                    if light {
                        [0.35, 0.2, 0.3, 1.0]
                    } else {
                        [0.2, 0.1, 0.2, 1.0]
                    }
                }
            }
        }),
    ]
}

fn grating(at: f32) -> bool {
    (at * 2.0).rem_euclid(1.0) < 0.3
}

fn tile_edge(at: f32) -> bool {
    at.rem_euclid(1.0) < 0.08
}

/// Height of a cobblestone, four by four on a texture.
fn cobble(x: f32, y: f32) -> f32 {
    let [u, v] = [x, y].map(|at| (at * 2.0).rem_euclid(1.0) * 2.0 - 1.0);
    let far = u.abs().max(v.abs());
    ((1.0 - far * far * far * far) * 1.3).clamp(0.0, 1.0)
}

fn glow(x: f32, y: f32) -> f32 {
    (1.0 - x.abs().max(y.abs()) * 1.4).clamp(0.0, 1.0)
}

/// An arrow to the right with a red upper half: what is mirrored or upside down shows.
fn arrow(x: f32, y: f32) -> [f32; 4] {
    let shaft = y.abs() < 0.15 && (-0.8..0.2).contains(&x);
    let head = (0.2..0.8).contains(&x) && y.abs() < 0.8 - x;
    match (shaft || head, y < 0.0) {
        (true, true) => [0.85, 0.2, 0.15, 1.0],
        (true, false) => [0.15, 0.25, 0.7, 1.0],
        _ => [0.75, 0.72, 0.66, 1.0],
    }
}

/// Normals of round studs, X to the right and Y up.
fn studs(x: f32, y: f32) -> [f32; 4] {
    let [u, v] = [x, y].map(|at| (at * 2.0).rem_euclid(1.0) * 2.0 - 1.0);
    let far = (u * u + v * v).sqrt();
    let slope = if far < 0.7 { 0.9 } else { 0.0 };
    [u * slope * 0.5 + 0.5, -v * slope * 0.5 + 0.5, (1.0 - far * far * slope).max(0.2).sqrt(), 1.0]
}

fn named(name: &str) -> Option<TextureName> {
    TextureName::new(&format!("scene/{name}"))
}

fn materials() -> Vec<(&'static str, Material)> {
    let plain = Material { color: [0.5; 3], roughness: 0.8, ..Material::default() };
    let painted = |color| Material { color, ..plain.clone() };
    let textured = |texture: &str| Material { base_texture: named(texture), roughness: 0.8, ..Material::default() };
    let glass =
        |color| Material { blending: Blending::Translucent, alpha: 0.45, roughness: 0.1, color, ..plain.clone() };
    let metal = |roughness| Material { roughness, metalness: Some(1.0), color: [0.9, 0.75, 0.5], ..plain.clone() };
    let air =
        |blending| Material { shader: Shader::Unlit, blending, base_texture: named("ball"), ..Material::default() };
    let glowing = |strength| Material {
        emissive: Some([1.0, 0.7, 0.35]),
        emissive_map: named("lamp_glow"),
        emissive_strength: strength,
        ..textured("lamp")
    };
    vec![
        ("plain", plain.clone()),
        ("dark", painted([0.08; 3])),
        ("white", painted([0.9; 3])),
        ("red", painted([0.7, 0.1, 0.08])),
        ("green", painted([0.1, 0.5, 0.12])),
        ("arrow", textured("arrow")),
        ("tiles", textured("tiles")),
        ("bars", Material { blending: Blending::AlphaTest, two_sided: true, ..textured("bars") }),
        ("glass_red", glass([0.9, 0.15, 0.1])),
        ("glass_green", glass([0.15, 0.8, 0.2])),
        ("glass_blue", glass([0.15, 0.3, 0.9])),
        (
            "flame",
            Material {
                color: [0.9, 0.5, 0.15],
                blending: Blending::Additive,
                shader: Shader::Unlit,
                ..textured("ball")
            },
        ),
        ("lamp", glowing(4.0)),
        ("sun", glowing(40.0)),
        ("studs", Material { normal_map: named("studs"), roughness: 0.4, ..plain.clone() }),
        ("studs_steep", Material { normal_map: named("studs"), normal_strength: 2.0, roughness: 0.4, ..plain.clone() }),
        ("metal_0", metal(0.05)),
        ("metal_1", metal(0.3)),
        ("metal_2", metal(0.6)),
        ("metal_3", metal(1.0)),
        ("plate", Material { packed_map: named("plate"), ..painted([0.8, 0.78, 0.75]) }),
        (
            "woven",
            Material { detail_map: named("weave"), detail_scale: 4.0, detail_strength: 1.0, ..textured("tiles") },
        ),
        ("blend", Material { base_texture_2: named("moss"), ..textured("tiles") }),
        ("blend_edged", Material { base_texture_2: named("moss"), blend_map: named("moss_edge"), ..textured("tiles") }),
        ("cobbles_flat", textured("cobbles")),
        ("cobbles", Material { height_map: named("cobbles_height"), height_scale: 8.0, ..textured("cobbles") }),
        ("belt", Material { scroll: [0.25, 0.0], ..textured("arrow") }),
        ("screen", Material { shader: Shader::Unlit, ..textured("arrow") }),
        ("sky_quake", Material { shader: Shader::Sky, base_texture: named("sky_quake"), ..Material::default() }),
        ("sky_plain", Material { shader: Shader::Sky, ..Material::default() }),
        ("ball", air(Blending::Translucent)),
        ("glow", air(Blending::Additive)),
        ("smoke", Material { blending: Blending::Translucent, ..textured("ball") }),
        ("mark", Material { blending: Blending::Translucent, ..textured("mark") }),
    ]
}

/// Liquids lie in a folder of their own, by which the compiler knows them.
fn liquids() -> [(&'static str, Material); 2] {
    let liquid = Material { shader: Shader::Water, base_texture: named("tiles"), ..Material::default() };
    let pool = Material {
        alpha: 0.6,
        blending: Blending::Translucent,
        color: [0.2, 0.5, 0.55],
        fog_color: [0.03, 0.12, 0.14],
        fog_distance: 500.0,
        roughness: 0.1,
        ..liquid.clone()
    };
    let (color, emissive) = ([0.9, 0.25, 0.05], Some([0.9, 0.2, 0.02]));
    [
        ("liquids/scene_pool", pool),
        ("liquids/lava_scene", Material { color, emissive, emissive_strength: 1.5, ..liquid }),
    ]
}

/// Six sides of a sky, each with its own colour and, so that one sees how it is laid, an arrow.
fn sky_sides() -> Vec<BuiltinFile> {
    let sides = [
        ("rt", [0.9, 0.45, 0.4]),
        ("lf", [0.4, 0.75, 0.9]),
        ("bk", [0.5, 0.85, 0.45]),
        ("ft", [0.85, 0.8, 0.4]),
        ("up", [0.75, 0.55, 0.9]),
        ("dn", [0.4, 0.4, 0.4]),
    ];
    let side = |(ending, color): (&str, [f32; 3])| {
        texture(&format!("skybox/scene{ending}"), PixelFormat::Rgba8Srgb, [SIDE; 2], move |x, y| {
            let [r, g, b, _] = arrow(x * 1.2, y * 1.2);
            let edge = x.abs().max(y.abs()) > 0.94;
            let shade = if edge { 0.3 } else { 1.0 };
            [color[0] * r * shade + 0.1, color[1] * g * shade + 0.1, color[2] * b * shade + 0.1, 1.0]
        })
    };
    sides.map(side).into()
}

/// Adds the sides of a box, counter-clockwise as seen from outside.
fn add_box(data: &mut ModelData, low: Vec3, high: Vec3) {
    for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0_f32), (axis, -1.0)]) {
        let (mut normal, mut right) = (Vec3::ZERO, Vec3::ZERO);
        normal[axis] = sign;
        right[(axis + 1) % 3] = 1.0;
        let up = normal.cross(right);
        let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let first = data.vertices.len() as u32;
        for [u, v] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0_f32]] {
            data.vertices.positions.push(middle + (normal + right * u + up * v) * half);
            data.vertices.normals.push(normal);
            data.vertices.tangents.push([right.x, right.y, right.z, -1.0]);
            data.vertices.uvs.push(Vec2::new(u * 0.5 + 0.5, 0.5 - v * 0.5));
        }
        data.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
}

/// An arm of an upper and a lower box of 24 units each, upright, whose only clip bends the elbow to 90 degrees in a second.
fn arm() -> Model {
    let mut data = ModelData { materials: vec!["scene/green".to_owned()], ..ModelData::default() };
    add_box(&mut data, Vec3::new(-6.0, -6.0, 0.0), Vec3::new(6.0, 6.0, 24.0));
    let upper = data.vertices.len();
    add_box(&mut data, Vec3::new(-4.0, -4.0, 24.0), Vec3::new(4.0, 4.0, 48.0));
    let bone = |bone: u8| SkinVertex { bones: [bone, 0, 0, 0], weights: [255, 0, 0, 0] };
    data.vertices.skin = (0..data.vertices.len()).map(|vertex| bone(u8::from(vertex >= upper))).collect();
    let index_count = data.indices.len() as u32;
    data.levels = vec![Level { error: 0.0, meshes: vec![Mesh { material: 0, first_index: 0, index_count }] }];
    let inverse = |offset: Vec3| [Vec3::X, Vec3::Y, Vec3::Z, -offset];
    let elbow = Transform { translation: Vec3::Z * 24.0, ..Transform::IDENTITY };
    data.bones = vec![
        Bone { name: "upper".into(), parent: None, bind: Transform::IDENTITY, inverse_bind: inverse(Vec3::ZERO) },
        Bone { name: "lower".into(), parent: Some(0), bind: elbow, inverse_bind: inverse(Vec3::Z * 24.0) },
    ];
    let turned = |degrees: f32| {
        let (sin, cos) = sin_cos(degrees.to_radians() * 0.5);
        Quat::from_xyzw(0.0, sin, 0.0, cos)
    };
    let track =
        |offset: Vec3, rotation: Vec<Quat>| Track { translation: vec![offset], rotation, scale: vec![Vec3::ONE] };
    let bounds = Aabb::new(Vec3::splat(-50.0), Vec3::splat(50.0));
    data.clips = vec![Clip {
        name: "bend".to_owned(),
        looped: false,
        rate: 2.0,
        frames: 3,
        tracks: vec![
            track(Vec3::ZERO, vec![turned(0.0)]),
            track(Vec3::Z * 24.0, vec![turned(0.0), turned(45.0), turned(90.0)]),
        ],
        bounds,
    }];
    data.bounds = Aabb::from_points(data.vertices.positions.iter().copied());
    Model::new(data).unwrap()
}
