// What surfaces mirror: the level's probes, a layer each, whose levels are rougher and rougher.

@group(0) @binding(1) var environments: texture_2d_array<f32>;
@group(0) @binding(2) var environment_sampler: sampler;

// As `probes/pass.rs` has them.
const PROBE_SIZE: f32 = 128.0;
const PROBE_LEVELS: f32 = 5.0;

// Whether a probe has been drawn.
fn is_drawn(probe: u32) -> bool {
    return probe < 64u && ((globals.probes[probe / 32u] >> (probe % 32u)) & 1u) != 0u;
}

// A direction on a square from -1 to 1: an octahedron whose lower half is folded out (Cigolle et al., 2014).
fn folded(direction: vec3f) -> vec2f {
    let flat_place = direction.xy / (abs(direction.x) + abs(direction.y) + abs(direction.z));
    let outer = (1.0 - abs(flat_place.yx)) * select(vec2f(-1.0), vec2f(1.0), flat_place >= vec2f(0.0));
    return select(outer, flat_place, direction.z >= 0.0);
}

fn mirrored_at_level(probe: u32, place: vec2f, level: f32) -> vec3f {
    // A texel around the square holds what is beyond its edges.
    let size = PROBE_SIZE * exp2(-level);
    let inside = place * (0.5 * (size - 2.0) / size) + 0.5;
    return textureSampleLevel(environments, environment_sampler, inside, probe, level).rgb;
}

// What a surface of a certain roughness mirrors of what is in a direction.
fn environment(probe: u32, direction: vec3f, roughness: f32) -> vec3f {
    let place = folded(direction);
    let level = roughness * (PROBE_LEVELS - 1.0);
    let polished = floor(level);
    let matt = min(polished + 1.0, PROBE_LEVELS - 1.0);
    return mix(mirrored_at_level(probe, place, polished), mirrored_at_level(probe, place, matt), level - polished);
}
