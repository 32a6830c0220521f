// Soft shade where surfaces meet: how much of what is around a place stands before it (McGuire, Mara and Luebke, "Scalable
// Ambient Obscurance", 2012), at half the picture's size, and then multiplied with what covers.

@group(1) @binding(1) var occlusion: texture_2d<f32>;

// As far as shade reaches, in units.
const REACH: f32 = 48.0;
const TAPS: u32 = 12u;
// Most pixels that taps are away.
const WIDEST: f32 = 160.0;
const GOLDEN_ANGLE: f32 = 2.3999632;

@vertex
fn occlusion_vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(covering(corner), 0.0, 1.0);
}

// How far ahead something of a depth is; depth is near over that.
fn ahead(depth: f32) -> f32 {
    return globals.forward.w / max(depth, 1e-7);
}

fn place_of(pixel: vec2i) -> vec3f {
    let at = (vec2f(pixel) + 0.5) * globals.size.zw * 2.0 - 1.0;
    let ray = globals.forward.xyz + globals.right.xyz * at.x - globals.up.xyz * at.y;
    return globals.camera.xyz + ray * ahead(depth_at(pixel));
}

// Away from the surface, from the nearer of the neighbours to each side.
fn facing(pixel: vec2i, place: vec3f) -> vec3f {
    let right = place_of(pixel + vec2i(1, 0)) - place;
    let left = place - place_of(pixel - vec2i(1, 0));
    let down = place_of(pixel + vec2i(0, 1)) - place;
    let up = place - place_of(pixel - vec2i(0, 1));
    let across = select(left, right, dot(right, right) < dot(left, left));
    let along = select(up, down, dot(down, down) < dot(up, up));
    return normalize(cross(along, across) + vec3f(0.0, 0.0, 1e-8));
}

// What is left of light from around, and how far ahead the place is.
@fragment
fn occlusion_color(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = vec2i(position.xy) * 2;
    let depth = depth_at(pixel);
    let far = ahead(depth);
    let pixels = REACH * globals.size.y * 0.5 / (length(globals.up.xyz) * far);
    if depth <= 0.0 || pixels < 2.0 {
        return vec4f(1.0, min(far, 60000.0), 0.0, 1.0);
    }
    let place = place_of(pixel);
    let normal = facing(pixel, place);
    // Neighbours look elsewhere (Jimenez, "Next Generation Post Processing in Call of Duty", 2014); the mean of them is shown.
    let turn = 6.2831853 * fract(52.9829189 * fract(dot(floor(position.xy), vec2f(0.06711056, 0.00583715))));
    let least = 0.4 + far * 0.004;
    var sum = 0.0;
    for (var number = 0u; number < TAPS; number++) {
        let angle = turn + f32(number) * GOLDEN_ANGLE;
        let away = (f32(number) + 0.5) / f32(TAPS) * min(pixels, WIDEST);
        let offset = place_of(pixel + vec2i(vec2f(cos(angle), sin(angle)) * away)) - place;
        let squared = dot(offset, offset);
        let near = max(1.0 - squared / (REACH * REACH), 0.0);
        sum += near * near * near * max(dot(offset, normal) - least, 0.0) * REACH / (squared + 4.0);
    }
    return vec4f(max(1.0 - 1.6 * sum / f32(TAPS), 0.0), far, 0.0, 1.0);
}

// The mean over four by four places of the same surface, for a pixel.
@fragment
fn shade_color(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = vec2i(position.xy);
    let depth = depth_at(pixel);
    if depth <= 0.0 {
        return vec4f(1.0);
    }
    let far = ahead(depth);
    let last = vec2i(textureDimensions(occlusion)) - 1;
    var sum = vec2f(0.0);
    for (var number = 0; number < 16; number++) {
        let at = pixel / 2 + vec2i(number % 4, number / 4) - vec2i(2 - (pixel.x & 1), 2 - (pixel.y & 1));
        let there = textureLoad(occlusion, clamp(at, vec2i(0), last), 0).rg;
        let alike = max(1.0 - abs(there.g - far) / (2.0 + far * 0.06), 0.0);
        sum += vec2f(there.r, 1.0) * alike;
    }
    let left = select(1.0, sum.x / max(sum.y, 1e-4), sum.y > 1e-3);
    let shade = mix(1.0, left, globals.right.w * (1.0 - fog_at(place_of(pixel))));
    return vec4f(vec3f(shade), 1.0);
}
