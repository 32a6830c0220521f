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
}

const PI: f32 = 3.14159265;
// Light of levels that are not baked yet: from above left, warm, against a cool sky and a warm ground.
const KEY_DIRECTION: vec3f = vec3f(0.37, 0.22, 0.902);
const KEY_COLOR: vec3f = vec3f(0.95, 0.90, 0.80);
const SKY_COLOR: vec3f = vec3f(0.40, 0.45, 0.52);
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
    return KEY_COLOR * half_lambert(normal, KEY_DIRECTION) * 0.8 + hemisphere(normal) - walls;
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

// The light that leaves a surface towards the camera, given what falls onto its diffuse part and what shines from
// around in general.
fn lit_by(surface: Surface, falling: vec3f, around: vec3f) -> vec3f {
    let diffuse = surface.base * (1.0 - surface.metalness) * falling * surface.occlusion;
    if !switched(SWITCH_SPECULAR) {
        return diffuse + surface.base * surface.metalness * falling * surface.occlusion;
    }
    let mirrored = reflect(-surface.to_camera, surface.normal);
    let environment = mix(hemisphere(mirrored), hemisphere(surface.normal), surface.roughness) * around;
    let key = ggx(surface, KEY_DIRECTION) * KEY_COLOR * around;
    return diffuse + (environment * ambient_reflectance(surface) * 2.0 + key) * surface.occlusion;
}
