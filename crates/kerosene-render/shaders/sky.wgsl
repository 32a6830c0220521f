// The sky, by direction: behind everything, and on the faces that show it.

@group(1) @binding(0) var sky_sampler: sampler;
// Six sides, or the two layers of Quake in the first.
@group(1) @binding(1) var sky_sides: texture_2d_array<f32>;
@group(1) @binding(2) var<uniform> sky: SkySettings;

struct SkySettings {
    // Linear colour that all is multiplied with; w: 0 a gradient, 1 six sides, 2 Quake's two layers, 3 a panorama.
    tint: vec4f,
}

struct Object {
    rows: array<vec4f, 3>,
    tint: vec4f,
}

@group(2) @binding(0) var<uniform> object: Object;

struct Point {
    @builtin(position) position: vec4f,
    @location(0) direction: vec3f,
}

@vertex
fn sky_behind(@builtin(vertex_index) corner: u32) -> Point {
    let at = covering(corner);
    var point: Point;
    // Reverse depth: 0 is infinitely far.
    point.position = vec4f(at, 0.0, 1.0);
    point.direction = globals.forward.xyz + globals.right.xyz * at.x + globals.up.xyz * at.y;
    return point;
}

@vertex
fn sky_face(@location(0) corner: vec3f) -> Point {
    let place = vec3f(dot(object.rows[0], vec4f(corner, 1.0)), dot(object.rows[1], vec4f(corner, 1.0)), dot(object.rows[2], vec4f(corner, 1.0)));
    var point: Point;
    point.position = globals.view_projection * vec4f(place, 1.0);
    point.direction = place - globals.camera.xyz;
    return point;
}

// A clear day: deep blue above, light at the horizon, dark ground, and a soft sun.
fn gradient(direction: vec3f) -> vec3f {
    let up = direction.z;
    let day = mix(vec3f(0.62, 0.72, 0.82), vec3f(0.10, 0.22, 0.50), pow(max(up, 0.0), 0.55));
    let ground = mix(vec3f(0.50, 0.52, 0.52), vec3f(0.10, 0.09, 0.08), pow(max(-up, 0.0), 0.4));
    let sun = max(dot(direction, normalize(vec3f(0.37, 0.22, 0.902))), 0.0);
    let glow = vec3f(1.0, 0.85, 0.6) * (pow(sun, 900.0) * 6.0 + pow(sun, 24.0) * 0.12);
    return select(ground, day, up >= 0.0) + glow;
}

// Sides in the order rt, lf, bk, ft, up, dn: along +X, -X, +Y, -Y, +Z, -Z, as Quake II and Source have them.
fn six_sided(direction: vec3f) -> vec3f {
    let size = abs(direction);
    var side = 0u;
    var at = vec2f(0.0);
    if size.x >= size.y && size.x >= size.z {
        side = select(1u, 0u, direction.x > 0.0);
        at = vec2f(-direction.y * sign(direction.x), -direction.z) / size.x;
    } else if size.y >= size.z {
        side = select(3u, 2u, direction.y > 0.0);
        at = vec2f(direction.x * sign(direction.y), -direction.z) / size.y;
    } else {
        side = select(5u, 4u, direction.z > 0.0);
        at = vec2f(-direction.y, direction.x * sign(direction.z)) / size.z;
    }
    // Half a texel inside, so that no side runs over its edge.
    let inside = 1.0 - 1.0 / f32(textureDimensions(sky_sides).x);
    return textureSampleLevel(sky_sides, sky_sampler, at * 0.5 * inside + 0.5, side, 0.0).rgb;
}

// Quake's two layers: a far one on the right half of the picture and a near one, with holes, on the left, both on a
// flattened dome and passing by at two speeds.
fn two_layers(direction: vec3f) -> vec3f {
    let flattened = normalize(direction * vec3f(1.0, 1.0, 3.0)) * (6.0 * 63.0 / 128.0);
    let far = fract(flattened.xy + globals.camera.w * 8.0 / 128.0);
    let near = fract(flattened.xy + globals.camera.w * 16.0 / 128.0);
    let far_color = textureSampleLevel(sky_sides, sky_sampler, far, 1u, 0.0).rgb;
    let near_color = textureSampleLevel(sky_sides, sky_sampler, near, 0u, 0.0);
    // Black is the hole of the near layer.
    let covers = select(0.0, near_color.a, max(near_color.r, max(near_color.g, near_color.b)) > 0.004);
    return mix(far_color, near_color.rgb, covers);
}

// A panorama of all directions, its middle ahead along +X.
fn panorama(direction: vec3f) -> vec3f {
    let across = 0.5 - atan2(direction.y, direction.x) / (2.0 * PI_OF_SKY);
    let down = acos(clamp(direction.z, -1.0, 1.0)) / PI_OF_SKY;
    return textureSampleLevel(sky_sides, sky_sampler, vec2f(across, down), 0u, 0.0).rgb;
}

const PI_OF_SKY: f32 = 3.14159265;

@fragment
fn sky_color(point: Point) -> @location(0) vec4f {
    let direction = normalize(point.direction);
    var color = vec3f(0.0);
    if sky.tint.w == 1.0 {
        color = six_sided(direction);
    } else if sky.tint.w == 2.0 {
        color = two_layers(direction);
    } else if sky.tint.w == 3.0 {
        color = panorama(direction);
    } else {
        color = gradient(direction);
    }
    // Only air without an end and without a top hides the sky; height fog does towards the horizon.
    let far = globals.camera.xyz + direction * 65536.0;
    let hidden = select(0.0, fog_at(far), globals.fog.y > 0.0);
    return vec4f(mix(color * sky.tint.rgb, globals.fog_color.rgb, hidden), 1.0);
}
