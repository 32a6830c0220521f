// From six faces around a place to a level of a probe.

struct Level {
    roughness: f32,
    // Texels along its side.
    size: f32,
    padding: vec2f,
}

@group(1) @binding(0) var faces: texture_cube<f32>;
@group(1) @binding(1) var faces_sampler: sampler;
@group(1) @binding(2) var<uniform> level: Level;

const SAMPLES: u32 = 64u;
// Brighter than this nothing is mirrored: a lamp that few samples meet would be a spot of its own in each of them.
const BRIGHTEST: f32 = 24.0;

@vertex
fn probe_vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(covering(corner), 0.0, 1.0);
}

// The direction of a place on the square; beyond an edge it goes on where that edge is sewn to itself.
fn unfolded(place: vec2f) -> vec3f {
    var at = place;
    if abs(at.x) > 1.0 {
        at = vec2f(sign(at.x) * 2.0 - at.x, -at.y);
    }
    if abs(at.y) > 1.0 {
        at = vec2f(-at.x, sign(at.y) * 2.0 - at.y);
    }
    let z = 1.0 - abs(at.x) - abs(at.y);
    let lower = (1.0 - abs(at.yx)) * select(vec2f(-1.0), vec2f(1.0), at >= vec2f(0.0));
    return normalize(vec3f(select(at, lower, z < 0.0), z));
}

fn seen(direction: vec3f) -> vec3f {
    // Y and Z change places: see `probes/pass.rs`.
    return min(textureSampleLevel(faces, faces_sampler, direction.xzy, 0.0).rgb, vec3f(BRIGHTEST));
}

// Facets of a rough surface as evenly as they are likely (Karis, "Real Shading in Unreal Engine 4", 2013): the half-way
// direction of a sample, in the frame of the normal. The second number is the first's bits from back to front (Hammersley).
fn facet(number: u32, alpha: f32) -> vec3f {
    let around = 6.2831853 * (f32(number) + 0.5) / f32(SAMPLES);
    let part = f32(reverseBits(number)) * 2.3283064e-10;
    let cosine = sqrt((1.0 - part) / (1.0 + (alpha * alpha - 1.0) * part));
    let sine = sqrt(max(1.0 - cosine * cosine, 0.0));
    return vec3f(cos(around) * sine, sin(around) * sine, cosine);
}

@fragment
fn probe_color(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let normal = unfolded((position.xy - 1.0) / (level.size - 2.0) * 2.0 - 1.0);
    if level.roughness == 0.0 {
        return vec4f(seen(normal), 1.0);
    }
    let helper = select(vec3f(1.0, 0.0, 0.0), vec3f(0.0, 0.0, 1.0), abs(normal.z) < 0.9);
    let right = normalize(cross(helper, normal));
    let up = cross(normal, right);
    var sum = vec4f(0.0);
    for (var number = 0u; number < SAMPLES; number++) {
        let local = facet(number, level.roughness * level.roughness);
        let half_way = right * local.x + up * local.y + normal * local.z;
        // The surface is taken to be looked at from straight ahead.
        let direction = 2.0 * dot(normal, half_way) * half_way - normal;
        let facing = max(dot(normal, direction), 0.0);
        sum += vec4f(seen(direction) * facing, facing);
    }
    return vec4f(sum.rgb / max(sum.a, 1e-4), 1.0);
}
