// Lights that move: froxels, falloff, shadows: group 3 of what is lit. `lights/record.rs` has the same structures.

struct LightRecord {
    position: vec3f,
    radius: f32,
    color: vec3f,
    // Its first shadow map, -1 without.
    shadow: i32,
    direction: vec3f,
    // Cosine of where its cone ends; -2 for what shines everywhere.
    cone_end: f32,
    cone_scale: f32,
    texel: f32,
    // Whether its shadow maps are the faces of a cube.
    cube: u32,
    padding: f32,
}

struct LightsRecord {
    eye: vec3f,
    slice_scale: f32,
    forward: vec3f,
    slice_offset: f32,
    tiles: vec2f,
    count: u32,
    padding: f32,
    lights: array<LightRecord, 32>,
    matrices: array<mat4x4f, 16>,
}

@group(3) @binding(0) var<uniform> lights: LightsRecord;
// One bit for each light: 16 columns, 9 rows, 24 slices.
@group(3) @binding(1) var<uniform> froxels: array<vec4u, 864>;
@group(3) @binding(2) var shadow_maps: texture_depth_2d_array;
@group(3) @binding(3) var shadow_sampler: sampler_comparison;

// What a surface gives back to the camera of light from a direction: Lambert's diffuse part and a GGX mirror. White paint
// in full light is 1, so the mirror's part is times pi.
fn thrown_back(surface: Surface, to_light: vec3f) -> vec3f {
    let facing = max(dot(surface.normal, to_light), 0.0);
    if !switched(SWITCH_SPECULAR) {
        return surface.base * facing;
    }
    return surface.base * (1.0 - surface.metalness) * facing + ggx(surface, to_light) * PI;
}

// How much of a light is left at a distance: the inverse square, which is 1 at 100 units, under a window that closes at
// its radius (Karis, "Real shading in Unreal Engine 4", 2013). A lamp is 8 units large, so that it does not glare without
// bound.
fn falloff(distance: f32, radius: f32) -> f32 {
    let part = distance / radius;
    let squared = part * part;
    let window = saturate(1.0 - squared * squared);
    return window * window * (10000.0 / (distance * distance + 64.0));
}

fn cone_part(light: LightRecord, to_light: vec3f) -> f32 {
    if light.cone_end < -1.0 {
        return 1.0;
    }
    let part = saturate((dot(-to_light, light.direction) - light.cone_end) * light.cone_scale);
    return part * part * (3.0 - 2.0 * part);
}

// Which of a cube's six faces a direction goes through.
fn cube_face(direction: vec3f) -> i32 {
    let size = abs(direction);
    if size.x >= size.y && size.x >= size.z {
        return select(0, 1, direction.x < 0.0);
    }
    if size.z > size.y {
        return select(4, 5, direction.z < 0.0);
    }
    return select(2, 3, direction.y < 0.0);
}

// How much of a light reaches a place past what stands in its way: four comparisons, each filtered by the sampler.
fn shadow_part(light: LightRecord, position: vec3f, normal: vec3f, distance: f32) -> f32 {
    if light.shadow < 0 {
        return 1.0;
    }
    // A place is looked up a texel and a half off its surface, more where light grazes it: the map's texels are steps.
    let to_light = (light.position - position) / max(distance, 1e-3);
    let slope = sqrt(saturate(1.0 - dot(normal, to_light) * dot(normal, to_light)));
    let place = position + normal * (light.texel * distance * (0.6 + 1.8 * slope));
    var layer = light.shadow;
    if light.cube != 0u {
        layer += cube_face(place - light.position);
    }
    let clip = lights.matrices[layer] * vec4f(place, 1.0);
    if clip.w <= 0.0 {
        return 1.0;
    }
    let uv = vec2f(0.5, -0.5) * clip.xy / clip.w + 0.5;
    // Depths are reversed: what is nearer to the light is more.
    let depth = clip.z / clip.w * 1.002;
    let step = 0.75 / f32(textureDimensions(shadow_maps).x);
    var sum = 0.0;
    sum += textureSampleCompareLevel(shadow_maps, shadow_sampler, uv + vec2f(-step, -step * 0.5), layer, depth);
    sum += textureSampleCompareLevel(shadow_maps, shadow_sampler, uv + vec2f(step, step * 0.5), layer, depth);
    sum += textureSampleCompareLevel(shadow_maps, shadow_sampler, uv + vec2f(step * 0.5, -step), layer, depth);
    sum += textureSampleCompareLevel(shadow_maps, shadow_sampler, uv + vec2f(-step * 0.5, step), layer, depth);
    return sum * 0.25;
}

// The lights that may reach a pixel, a bit for each.
fn lights_near(pixel: vec2f, position: vec3f) -> u32 {
    if lights.count == 0u {
        return 0u;
    }
    let tile = min(vec2u(pixel * lights.tiles), vec2u(15u, 8u));
    let depth = max(dot(position - lights.eye, lights.forward), 1e-3);
    let slice = u32(clamp(floor(log2(depth) * lights.slice_scale + lights.slice_offset), 0.0, 23.0));
    let froxel = (slice * 9u + tile.y) * 16u + tile.x;
    return froxels[froxel / 4u][froxel % 4u];
}

// All light of moving lights that a surface throws back to the camera. `pixel` is the fragment's place on the screen.
fn moving_light(surface: Surface, pixel: vec2f) -> vec3f {
    var sum = vec3f(0.0);
    var left = lights_near(pixel, surface.place);
    while left != 0u {
        let index = firstTrailingBit(left);
        left &= left - 1u;
        let light = lights.lights[index];
        let offset = light.position - surface.place;
        let distance = length(offset);
        let to_light = offset / max(distance, 1e-3);
        if distance >= light.radius || dot(surface.normal, to_light) <= 0.0 {
            continue;
        }
        let part = falloff(distance, light.radius) * cone_part(light, to_light);
        if part <= 0.0 {
            continue;
        }
        let reaching = part * shadow_part(light, surface.place, surface.face_normal, distance);
        sum += thrown_back(surface, to_light) * light.color * reaching;
    }
    return sum;
}

// The same for what has no surface, as smoke: a white one from all sides, half of it lit.
fn moving_light_in_air(position: vec3f, pixel: vec2f) -> vec3f {
    var sum = vec3f(0.0);
    var left = lights_near(pixel, position);
    while left != 0u {
        let index = firstTrailingBit(left);
        left &= left - 1u;
        let light = lights.lights[index];
        let offset = light.position - position;
        let distance = length(offset);
        if distance < light.radius {
            let to_light = offset / max(distance, 1e-3);
            let part = falloff(distance, light.radius) * cone_part(light, to_light);
            sum += light.color * (0.5 * part * shadow_part(light, position, to_light, distance));
        }
    }
    return sum;
}

// The light of a surface, given what falls onto it beside moving lights.
fn shown_in(surface: Surface, falling: Falling, screen: vec2f) -> vec3f {
    if switched(SWITCH_FULLBRIGHT) {
        return surface.base;
    }
    return lit_by(surface, falling) + moving_light(surface, screen);
}
