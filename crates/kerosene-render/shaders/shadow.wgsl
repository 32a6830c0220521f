// What stands in a light's way, as the light sees it: depth alone.

struct ShadowView { matrix: mat4x4f }

@group(0) @binding(0) var<uniform> view: ShadowView;

struct Bone { rows: array<vec4f, 3> }

@group(1) @binding(0) var<storage, read> bones: array<Bone>;

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

@vertex
fn shadow_of_model(
    @location(0) place: vec3f,
    @location(5) names: vec4u,
    @location(6) weights: vec4f,
    instance: Instance,
) -> @builtin(position) vec4f {
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
