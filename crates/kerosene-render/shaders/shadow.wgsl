// What stands in a light's way, as the light sees it: depth alone.

struct ShadowView { matrix: mat4x4f }

@group(0) @binding(0) var<uniform> view: ShadowView;

struct Bone { rows: array<vec4f, 3> }

@group(2) @binding(0) var<storage, read> bones: array<Bone>;

const STIFF: u32 = 0xffffffffu;

struct Instance {
    @location(7) row_x: vec4f,
    @location(8) row_y: vec4f,
    @location(9) row_z: vec4f,
    @location(11) first_bone: u32,
}

fn shown(instance: Instance, place: vec4f) -> vec4f {
    let at = vec3f(dot(instance.row_x, place), dot(instance.row_y, place), dot(instance.row_z, place));
    return view.matrix * vec4f(at, 1.0);
}

@vertex
fn shadow_of_level(@location(0) place: vec3f, instance: Instance) -> @builtin(position) vec4f {
    return shown(instance, vec4f(place, 1.0));
}

// Where a bone-bent corner is.
fn bent_place(instance: Instance, place: vec3f, names: vec4u, weights: vec4f) -> vec4f {
    let still = vec4f(place, 1.0);
    if instance.first_bone == STIFF {
        return shown(instance, still);
    }
    var posed = vec3f(0.0);
    for (var number = 0u; number < 4u; number++) {
        let rows = bones[instance.first_bone + names[number]].rows;
        posed += vec3f(dot(rows[0], still), dot(rows[1], still), dot(rows[2], still)) * weights[number];
    }
    return shown(instance, vec4f(posed, 1.0));
}

@vertex
fn shadow_of_model(
    @location(0) place: vec3f,
    @location(5) names: vec4u,
    @location(6) weights: vec4f,
    instance: Instance,
) -> @builtin(position) vec4f {
    return bent_place(instance, place, names, weights);
}

// What has holes: `material.wgsl` says all of a material.
struct Holed {
    color: vec4f,
    // w: the least alpha that is drawn.
    emissive: vec4f,
}

@group(1) @binding(0) var<uniform> material: Holed;
@group(1) @binding(1) var material_sampler: sampler;
@group(1) @binding(2) var base_map: texture_2d<f32>;

struct Point {
    @builtin(position) position: vec4f,
    @location(0) texture: vec2f,
}

@vertex
fn shadow_of_holed_level(@location(0) place: vec3f, @location(3) texture: vec2f, instance: Instance) -> Point {
    return Point(shown(instance, vec4f(place, 1.0)), texture);
}

@vertex
fn shadow_of_holed_model(
    @location(0) place: vec3f,
    @location(3) texture: vec2f,
    @location(5) names: vec4u,
    @location(6) weights: vec4f,
    instance: Instance,
) -> Point {
    return Point(bent_place(instance, place, names, weights), texture);
}

@fragment
fn holes(point: Point) {
    if textureSample(base_map, material_sampler, point.texture).a * material.color.a < material.emissive.w {
        discard;
    }
}
