// Light that spills over: halved again and again and added up on the way back (Jimenez, "Next Generation Post Processing
// in Call of Duty: Advanced Warfare", 2014).

@group(1) @binding(0) var source: texture_2d<f32>;
@group(1) @binding(1) var source_sampler: sampler;

struct Point {
    @builtin(position) position: vec4f,
    @location(0) at: vec2f,
}

@vertex
fn bloom_vertex(@builtin(vertex_index) corner: u32) -> Point {
    let at = covering(corner);
    var point: Point;
    point.position = vec4f(at, 0.0, 1.0);
    point.at = vec2f(at.x, -at.y) * 0.5 + 0.5;
    return point;
}

fn tap(at: vec2f) -> vec3f {
    return textureSampleLevel(source, source_sampler, at, 0.0).rgb;
}

fn brightness(color: vec3f) -> f32 {
    return dot(color, vec3f(0.2126, 0.7152, 0.0722));
}

// The mean of four taps by which a single bright pixel does not flicker (Karis, 2013).
fn calm_mean(a: vec3f, b: vec3f, c: vec3f, d: vec3f) -> vec3f {
    let weights = 1.0 / (1.0 + vec4f(brightness(a), brightness(b), brightness(c), brightness(d)));
    return (a * weights.x + b * weights.y + c * weights.z + d * weights.w) / dot(weights, vec4f(1.0));
}

// The first halving.
@fragment
fn first_half(point: Point) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(source));
    let limit = vec3f(64.0);
    let a = min(tap(point.at + texel * vec2f(-1.0, -1.0)), limit);
    let b = min(tap(point.at + texel * vec2f(1.0, -1.0)), limit);
    let c = min(tap(point.at + texel * vec2f(-1.0, 1.0)), limit);
    let d = min(tap(point.at + texel * vec2f(1.0, 1.0)), limit);
    return vec4f(calm_mean(a, b, c, d), 1.0);
}

// Each further halving: thirteen taps in five overlapping squares.
@fragment
fn half(point: Point) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(source));
    var inner = vec3f(0.0);
    var outer = vec3f(0.0);
    for (var y = -1; y <= 1; y += 2) {
        for (var x = -1; x <= 1; x += 2) {
            inner += tap(point.at + texel * vec2f(f32(x), f32(y)));
            outer += tap(point.at + texel * 2.0 * vec2f(f32(x), f32(y)));
        }
    }
    var cross_taps = tap(point.at + texel * vec2f(-2.0, 0.0)) + tap(point.at + texel * vec2f(2.0, 0.0));
    cross_taps += tap(point.at + texel * vec2f(0.0, -2.0)) + tap(point.at + texel * vec2f(0.0, 2.0));
    let middle = tap(point.at);
    return vec4f(inner * 0.125 + outer * 0.03125 + cross_taps * 0.0625 + middle * 0.125, 1.0);
}

// Back up: a tent of nine taps, added to what is there.
@fragment
fn double(point: Point) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(source));
    var sum = vec3f(0.0);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let weight = f32((2 - abs(x)) * (2 - abs(y))) / 16.0;
            sum += tap(point.at + texel * vec2f(f32(x), f32(y))) * weight;
        }
    }
    return vec4f(sum, 1.0);
}
