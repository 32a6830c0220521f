// How a surface answers light.

struct Surface {
    // Where it is.
    place: vec3f,
    // Unit normal, with the normal map's part.
    normal: vec3f,
    // Unit normal without it.
    face_normal: vec3f,
    // Unit vector to the camera.
    to_camera: vec3f,
    // Linear colour of the base.
    base: vec3f,
    roughness: f32,
    metalness: f32,
    occlusion: f32,
    // The probe that it mirrors.
    probe: u32,
}

const PI: f32 = 3.14159265;
// Light of levels that are not baked yet: from above left, warm, against a cool sky and a warm ground.
const KEY_DIRECTION: vec3f = vec3f(0.37, 0.22, 0.902);
const KEY_COLOR: vec3f = vec3f(0.66, 0.61, 0.53);
const SKY_COLOR: vec3f = vec3f(0.27, 0.31, 0.37);
const GROUND_COLOR: vec3f = vec3f(0.20, 0.18, 0.16);

// Half-Lambert: wraps round the dark side, so that no wall is flat black (Mitchell, McTaggart, Green: "Shading in
// Valve's Source Engine", 2006).
fn half_lambert(normal: vec3f, direction: vec3f) -> f32 {
    let wrapped = dot(normal, direction) * 0.5 + 0.5;
    return wrapped * wrapped;
}

// Light from around, by direction.
fn hemisphere(direction: vec3f) -> vec3f {
    return mix(GROUND_COLOR, SKY_COLOR, direction.z * 0.5 + 0.5);
}

// Light that falls onto a surface of a level without baked light.
fn unbaked_light(normal: vec3f) -> vec3f {
    // The slight difference between walls along X and along Y keeps the corners of boxes visible.
    let walls = 0.06 * normal.x * normal.x;
    return KEY_COLOR * half_lambert(normal, KEY_DIRECTION) + hemisphere(normal) - walls;
}

// The part of light that GGX throws back (Walter et al., "Microfacet Models for Refraction", 2007), with Smith's
// visibility as Hammon has it ("PBR Diffuse Lighting for GGX+Smith Microsurfaces", 2017) and Schlick's Fresnel (1994).
fn ggx(surface: Surface, direction: vec3f) -> vec3f {
    let half_way = normalize(direction + surface.to_camera);
    let n_l = max(dot(surface.normal, direction), 0.0);
    let n_v = max(dot(surface.normal, surface.to_camera), 1e-4);
    let n_h = max(dot(surface.normal, half_way), 0.0);
    let v_h = max(dot(surface.to_camera, half_way), 0.0);
    let alpha = max(surface.roughness * surface.roughness, 0.002);
    let squared = alpha * alpha;
    let bell = n_h * n_h * (squared - 1.0) + 1.0;
    let distribution = squared / (PI * bell * bell);
    let visibility = 0.5 / max(mix(2.0 * n_l * n_v, n_l + n_v, alpha), 1e-4);
    let fresnel = facing_reflectance(surface) + (1.0 - facing_reflectance(surface)) * pow(1.0 - v_h, 5.0);
    return min(distribution * visibility * n_l, 64.0) * fresnel;
}

// Light thrown straight back: a twenty-fifth by what is no metal, its colour by metal.
fn facing_reflectance(surface: Surface) -> vec3f {
    return mix(vec3f(0.04), surface.base, surface.metalness);
}

// What is thrown back of light from everywhere: Karis's fit of the split sum ("Physically Based Shading on Mobile", 2014).
fn ambient_reflectance(surface: Surface) -> vec3f {
    let r = surface.roughness * vec4f(-1.0, -0.0275, -0.572, 0.022) + vec4f(1.0, 0.0425, 1.04, -0.04);
    let n_v = max(dot(surface.normal, surface.to_camera), 0.0);
    let a = min(r.x * r.x, exp2(-9.28 * n_v)) * r.x + r.y;
    let scale_and_bias = vec2f(-1.04, 1.04) * a + r.zw;
    return facing_reflectance(surface) * scale_and_bias.x + scale_and_bias.y;
}

// What falls onto a surface.
struct Falling {
    // Onto its diffuse part.
    onto: vec3f,
    // How bright it is around it in general.
    around: vec3f,
    // 1 where the light comes from where nothing is to be seen: that of levels that are not baked.
    unseen: f32,
}

// Light of levels that are not baked.
fn unbaked_falling(normal: vec3f) -> Falling {
    return Falling(unbaked_light(normal), vec3f(1.0), 1.0);
}

// Whether nothing was baked where a thing is, or one wants to see how it looks then.
fn is_unknown(light: u32) -> bool {
    return light == 0xffffffffu || switched(SWITCH_NO_LIGHTMAP);
}

// Light in shared exponent: nine bits for each colour, five for the exponent.
fn unpacked_light(light: u32) -> vec3f {
    let parts = vec3f(f32(light & 511u), f32((light >> 9u) & 511u), f32((light >> 18u) & 511u));
    return parts * exp2(f32(light >> 27u) - 24.0);
}

// Light onto a surface by its normal, from six sides: along +X, -X, +Y, -Y, then +Z, -Z (McTaggart, "Half-Life 2 / Valve Source
// Shading", 2004).
fn light_from_six(around: vec4u, ends: vec2u, normal: vec3f) -> vec3f {
    let part = normal * normal;
    return unpacked_light(select(around.x, around.y, normal.x < 0.0)) * part.x
        + unpacked_light(select(around.z, around.w, normal.y < 0.0)) * part.y
        + unpacked_light(select(ends.x, ends.y, normal.z < 0.0)) * part.z;
}

// What a surface mirrors of what is in a direction.
fn mirrored_light(surface: Surface, direction: vec3f, falling: Falling) -> vec3f {
    if is_drawn(surface.probe) {
        // A probe sees no light without a lamp, but rough surfaces gather it from everywhere.
        let gathered = surface.roughness * (2.0 - surface.roughness) * falling.unseen;
        return environment(surface.probe, direction, surface.roughness) + unbaked_light(direction) * gathered;
    }
    return mix(hemisphere(direction), hemisphere(surface.normal), surface.roughness) * 2.0 * falling.around;
}

// The light that leaves a surface towards the camera, given what falls onto it.
fn lit_by(surface: Surface, falling: Falling) -> vec3f {
    let diffuse = surface.base * (1.0 - surface.metalness) * falling.onto * surface.occlusion;
    if !switched(SWITCH_SPECULAR) {
        return diffuse + surface.base * surface.metalness * falling.onto * surface.occlusion;
    }
    let direction = reflect(-surface.to_camera, surface.normal);
    // A bent normal must not mirror what lies behind its surface.
    let above = saturate(1.0 + dot(direction, surface.face_normal));
    let mirrored = mirrored_light(surface, direction, falling) * ambient_reflectance(surface) * (above * above);
    let key = ggx(surface, KEY_DIRECTION) * KEY_COLOR * falling.around;
    return diffuse + (mirrored + key) * surface.occlusion;
}
