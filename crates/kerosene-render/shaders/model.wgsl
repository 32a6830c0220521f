// Models that stand and walk in a level.

struct Corner {
    @location(0) place: vec3f,
    @location(1) normal: vec4f,
    @location(2) tangent: vec4f,
    @location(3) texture: vec2f,
    @location(4) color: vec4f,
    @location(5) bones: vec4u,
    @location(6) weights: vec4f,
}

struct Instance {
    // Rows of where it is, how it is turned and how large it is.
    @location(7) row_x: vec4f,
    @location(8) row_y: vec4f,
    @location(9) row_z: vec4f,
    // Multiplied with colour and alpha.
    @location(10) tint: vec4f,
    // Its first bone; none without a skeleton.
    @location(11) first_bone: u32,
    @location(12) probe: u32,
    // Baked light from six sides: along +X, -X, +Y, -Y, then +Z, -Z.
    @location(13) light_around: vec4u,
    @location(14) light_from_ends: vec2u,
}

struct Bone { rows: array<vec4f, 3> }

@group(2) @binding(0) var<storage, read> bones: array<Bone>;

const STIFF: u32 = 0xffffffffu;

struct Rows { x: vec4f, y: vec4f, z: vec4f }

fn bone_rows(bone: u32, weight: f32) -> Rows {
    let rows = bones[bone].rows;
    return Rows(rows[0] * weight, rows[1] * weight, rows[2] * weight);
}

// The weighted sum of a corner's bones.
fn skinning(corner: Corner, first: u32) -> Rows {
    var sum = bone_rows(first + corner.bones.x, corner.weights.x);
    for (var number = 1u; number < 4u; number++) {
        let rows = bone_rows(first + corner.bones[number], corner.weights[number]);
        sum = Rows(sum.x + rows.x, sum.y + rows.y, sum.z + rows.z);
    }
    return sum;
}

fn by(rows: Rows, v: vec4f) -> vec3f {
    return vec3f(dot(rows.x, v), dot(rows.y, v), dot(rows.z, v));
}

fn posed(corner: Corner, first: u32, v: vec4f) -> vec3f {
    if first == STIFF {
        return v.xyz;
    }
    return by(skinning(corner, first), v);
}

fn placed(instance: Instance, v: vec4f) -> vec3f {
    return by(Rows(instance.row_x, instance.row_y, instance.row_z), v);
}

struct Point {
    @builtin(position) position: vec4f,
    @location(0) place: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) texture: vec2f,
    @location(4) color: vec4f,
    @location(5) @interpolate(flat) probe: u32,
    @location(6) @interpolate(flat) light_around: vec4u,
    @location(7) @interpolate(flat) light_from_ends: vec2u,
}

@vertex
fn model_vertex(corner: Corner, instance: Instance) -> Point {
    let first = instance.first_bone;
    let place = placed(instance, vec4f(posed(corner, first, vec4f(corner.place, 1.0)), 1.0));
    let normal = posed(corner, first, vec4f(corner.normal.xyz, 0.0));
    let tangent = posed(corner, first, vec4f(corner.tangent.xyz, 0.0));
    var point: Point;
    point.position = globals.view_projection * vec4f(place, 1.0);
    point.place = place;
    point.normal = placed(instance, vec4f(normal, 0.0));
    point.tangent = vec4f(placed(instance, vec4f(tangent, 0.0)), corner.tangent.w);
    point.texture = corner.texture;
    point.color = corner.color * instance.tint;
    point.probe = instance.probe;
    point.light_around = instance.light_around;
    point.light_from_ends = instance.light_from_ends;
    return point;
}

// Light that falls onto the model: baked where it was, a pleasant guess elsewhere.
fn model_falling(point: Point, normal: vec3f) -> Falling {
    if is_unknown(point.light_around.x) {
        return unbaked_falling(normal);
    }
    let onto = light_from_six(point.light_around, point.light_from_ends, normal);
    return Falling(onto, onto, 0.0);
}

@fragment
fn model_lit(point: Point, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let face_normal = normalize(point.normal) * select(-1.0, 1.0, front);
    let texture = raised(moved(point.texture), point.place, face_normal);
    let base = base_at(texture) * point.color;
    var surface: Surface;
    surface.place = point.place;
    surface.face_normal = face_normal;
    surface.normal = bent(face_normal, point.tangent, texture, 0.0);
    surface.to_camera = normalize(globals.camera.xyz - point.place);
    surface.base = base.rgb;
    surface.roughness = roughness_at(texture);
    surface.metalness = metalness_at(texture);
    surface.occlusion = occlusion_at(texture);
    surface.probe = point.probe;
    let emission = emissive_at(texture);
    if base.a < material.emissive.w {
        discard;
    }
    let color = emission + shown_in(surface, model_falling(point, surface.normal), point.position.xy);
    return vec4f(fogged(color, point.place), base.a);
}

@fragment
fn model_unlit(point: Point) -> @location(0) vec4f {
    let texture = moved(point.texture);
    let base = base_at(texture) * point.color;
    return unlit_at(texture, base, point.place);
}

// What is added to what is behind it: fog takes it away.
@fragment
fn model_added(point: Point) -> @location(0) vec4f {
    let texture = moved(point.texture);
    let base = base_at(texture) * point.color;
    return added_at(texture, base, point.place);
}
