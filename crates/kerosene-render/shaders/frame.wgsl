// What holds for the whole picture: group 0 of every pass.

struct Globals {
    view_projection: mat4x4f,
    // Place of the camera; w: seconds since the level began.
    camera: vec4f,
    // From the middle of the picture at distance 1 to its right edge, to its upper edge, and to the middle itself; w: how much
    // surfaces that meet shade each other, nothing, and the distance at which depth is 1.
    right: vec4f,
    up: vec4f,
    forward: vec4f,
    // Width and height in pixels, and one over each.
    size: vec4f,
    // Linear colour; w: how much is taken away at full density.
    fog_color: vec4f,
    // Where it begins, one over its length, the height where it is half as thick, one over half its fall's height or 0.
    fog: vec4f,
    // Exposure, one over gamma, bloom, the tone mapping curve.
    output: vec4f,
    // Bits of SWITCH_ in x.
    switches: vec4u,
    // A bit for each probe that has been drawn, in x and y.
    probes: vec4u,
    // Brightness of the light styles.
    styles: array<vec4f, 16>,
}

@group(0) @binding(0) var<uniform> globals: Globals;

const SWITCH_FULLBRIGHT: u32 = 1u;
const SWITCH_LIGHT_ALONE: u32 = 2u;
const SWITCH_NO_LIGHTMAP: u32 = 4u;
const SWITCH_NORMAL_MAPS: u32 = 8u;
const SWITCH_SPECULAR: u32 = 16u;
const SWITCH_DYNAMIC: u32 = 32u;
const SWITCH_SHADOWS: u32 = 64u;
const SWITCH_ENCODE_SRGB: u32 = 128u;
const SWITCH_PARALLAX: u32 = 256u;

fn switched(bit: u32) -> bool {
    return (globals.switches.x & bit) != 0u;
}

// The logarithm of 1 + e^x without overflow.
fn softplus(x: f32) -> f32 {
    return max(x, 0.0) + log(1.0 + exp(-abs(x)));
}

// The part of the way from the camera to `place` that lies in thick air. The air's thickness by height is a logistic
// curve, whose integral is known.
fn thickness(place: vec3f) -> f32 {
    let steep = globals.fog.w;
    if steep == 0.0 {
        return 1.0;
    }
    let from_height = (globals.camera.z - globals.fog.z) * steep;
    let to_height = (place.z - globals.fog.z) * steep;
    let rise = to_height - from_height;
    if abs(rise) < 0.01 {
        return 1.0 / (1.0 + exp(0.5 * (from_height + to_height)));
    }
    return clamp(1.0 - (softplus(to_height) - softplus(from_height)) / rise, 0.0, 1.0);
}

// How much of what is at `place` the air takes away.
fn fog_at(place: vec3f) -> f32 {
    let far = (distance(place, globals.camera.xyz) - globals.fog.x) * globals.fog.y;
    return clamp(far * thickness(place), 0.0, 1.0) * globals.fog_color.w;
}

fn fogged(color: vec3f, place: vec3f) -> vec3f {
    return mix(color, globals.fog_color.rgb, fog_at(place));
}

// A triangle that covers the picture, from the numbers of its corners.
fn covering(corner: u32) -> vec2f {
    return vec2f(f32((corner << 1u) & 2u), f32(corner & 2u)) * 2.0 - 1.0;
}
