// What surfaces are made of: group 1.

struct Material {
    // Linear colour and alpha.
    color: vec4f,
    // Light that it gives off; w: the least alpha that is drawn.
    emissive: vec4f,
    // Which channels of their maps hold roughness, metalness and occlusion.
    roughness_channel: vec4f,
    metalness_channel: vec4f,
    occlusion_channel: vec4f,
    // Roughness, metalness, strength of normals, 1 where the roughness map holds gloss.
    factors: vec4f,
    // Repeats of the detail map, its strength, nothing, 1 where there is a normal map.
    detail: vec4f,
    // Repeats that pass by in a second, right and down.
    motion: vec4f,
    // 1 where there is a second material, 1 where a map says where the blend goes over, units from the height map's black to
    // its white, 0 without one.
    blend: vec4f,
}

@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var material_sampler: sampler;
@group(1) @binding(2) var base_map: texture_2d<f32>;
@group(1) @binding(3) var normal_map: texture_2d<f32>;
@group(1) @binding(4) var roughness_map: texture_2d<f32>;
@group(1) @binding(5) var metalness_map: texture_2d<f32>;
@group(1) @binding(6) var occlusion_map: texture_2d<f32>;
@group(1) @binding(7) var emissive_map: texture_2d<f32>;
@group(1) @binding(8) var detail_map: texture_2d<f32>;
@group(1) @binding(9) var base_map_2: texture_2d<f32>;
@group(1) @binding(10) var normal_map_2: texture_2d<f32>;
@group(1) @binding(11) var blend_map: texture_2d<f32>;
@group(1) @binding(12) var height_map: texture_2d<f32>;

// Where the picture is by now.
fn moved(texture: vec2f) -> vec2f {
    return texture + fract(material.motion.xy * globals.camera.w);
}

// How much of a blend's second material is seen where the alpha of vertices is `alpha`: a map makes the edge as soft and as
// ragged as it likes, as Source's `$blendmodulatetexture`.
fn second_part(texture: vec2f, alpha: f32) -> f32 {
    if material.blend.y == 0.0 {
        return alpha;
    }
    let edge = textureSample(blend_map, material_sampler, texture);
    let low = max(edge.g - edge.r, 0.0);
    return smoothstep(low, max(min(edge.g + edge.r, 1.0), low + 1e-3), alpha);
}

// Colour and alpha with so much of the second material.
fn blended_base(texture: vec2f, second: f32) -> vec4f {
    var base = textureSample(base_map, material_sampler, texture);
    if material.blend.x != 0.0 {
        base = mix(base, textureSample(base_map_2, material_sampler, texture), second);
    }
    base *= material.color;
    // A detail map is laid over: grey changes nothing.
    let detail = textureSample(detail_map, material_sampler, texture * material.detail.x).rgb;
    return vec4f(base.rgb * mix(vec3f(1.0), detail * 2.0, material.detail.y), base.a);
}

fn base_at(texture: vec2f) -> vec4f {
    return blended_base(texture, 0.0);
}

// The normal in tangent space, Z rebuilt from X and Y.
fn mapped_normal(texture: vec2f, second: f32) -> vec3f {
    var sample = textureSample(normal_map, material_sampler, texture).xy;
    if material.blend.x != 0.0 {
        sample = mix(sample, textureSample(normal_map_2, material_sampler, texture).xy, second);
    }
    let xy = (sample * 2.0 - 1.0) * material.factors.z;
    return vec3f(xy, sqrt(max(1.0 - dot(xy, xy), 0.04)));
}

fn roughness_at(texture: vec2f) -> f32 {
    let value = dot(textureSample(roughness_map, material_sampler, texture), material.roughness_channel);
    return clamp(mix(value, 1.0 - value, material.factors.w) * material.factors.x, 0.03, 1.0);
}

fn metalness_at(texture: vec2f) -> f32 {
    return dot(textureSample(metalness_map, material_sampler, texture), material.metalness_channel) * material.factors.y;
}

fn occlusion_at(texture: vec2f) -> f32 {
    return dot(textureSample(occlusion_map, material_sampler, texture), material.occlusion_channel);
}

fn emissive_at(texture: vec2f) -> vec3f {
    return textureSample(emissive_map, material_sampler, texture).rgb * material.emissive.rgb;
}

// A surface's normal as the normal map bends it; `tangent` points along the picture, its w is the sign of what points up it.
fn bent(normal: vec3f, tangent: vec4f, texture: vec2f, second: f32) -> vec3f {
    let in_tangent_space = mapped_normal(texture, second);
    if material.detail.w == 0.0 || !switched(SWITCH_NORMAL_MAPS) {
        return normal;
    }
    let across = normalize(tangent.xyz - normal * dot(normal, tangent.xyz) + vec3f(1e-8));
    let along = cross(normal, across) * tangent.w;
    return normalize(across * in_tangent_space.x + along * in_tangent_space.y + normal * in_tangent_space.z);
}

// What is as bright as its texture, seen from the camera.
fn unlit_at(texture: vec2f, base: vec4f, place: vec3f) -> vec4f {
    let color = base.rgb + emissive_at(texture);
    if base.a < material.emissive.w {
        discard;
    }
    return vec4f(fogged(color, place), base.a);
}

// What is added to what is behind it: fog takes it away.
fn added_at(texture: vec2f, base: vec4f, place: vec3f) -> vec4f {
    let color = (base.rgb + emissive_at(texture)) * base.a;
    return vec4f(color * (1.0 - fog_at(place)), base.a);
}
