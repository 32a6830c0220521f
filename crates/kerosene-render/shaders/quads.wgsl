// Flat pieces in the air: sprites, particles, pieces of beams.

struct Quad {
    // Lower left, lower right, upper right, upper left.
    @location(0) corner_0: vec3f,
    @location(1) corner_1: vec3f,
    @location(2) corner_2: vec3f,
    @location(3) corner_3: vec3f,
    // Of the upper left corner, then of the lower right one.
    @location(4) texture: vec4f,
    @location(5) tint: vec4f,
    // Baked light.
    @location(6) light: u32,
}

struct Point {
    @builtin(position) position: vec4f,
    @location(0) place: vec3f,
    @location(1) texture: vec2f,
    @location(2) tint: vec4f,
    @location(3) @interpolate(flat) light: u32,
}

@vertex
fn quad_vertex(quad: Quad, @builtin(vertex_index) index: u32) -> Point {
    var corners = array<vec3f, 4>(quad.corner_0, quad.corner_1, quad.corner_2, quad.corner_3);
    // Two triangles: 0 1 2 and 0 2 3.
    let corner = array<u32, 6>(0u, 1u, 2u, 0u, 2u, 3u)[index];
    let right = corner == 1u || corner == 2u;
    let high = corner >= 2u;
    var point: Point;
    point.place = corners[corner];
    point.position = globals.view_projection * vec4f(point.place, 1.0);
    point.texture = vec2f(select(quad.texture.x, quad.texture.z, right), select(quad.texture.w, quad.texture.y, high));
    point.tint = quad.tint;
    point.light = quad.light;
    return point;
}

// What hangs in the air has no side of its own: it is lit as smoke is, from everywhere.
@fragment
fn quad_lit(point: Point) -> @location(0) vec4f {
    let texture = moved(point.texture);
    let base = base_at(texture) * point.tint;
    var color = emissive_at(texture);
    if base.a < material.emissive.w {
        discard;
    }
    if switched(SWITCH_FULLBRIGHT) {
        color += base.rgb;
    } else {
        let still = select(unpacked_light(point.light), unbaked_light(vec3f(0.0, 0.0, 1.0)) * 0.75, is_unknown(point.light));
        color += base.rgb * (still + moving_light_in_air(point.place, point.position.xy));
    }
    return vec4f(fogged(color, point.place), base.a);
}

@fragment
fn quad_unlit(point: Point) -> @location(0) vec4f {
    let texture = moved(point.texture);
    let base = base_at(texture) * point.tint;
    let color = base.rgb + emissive_at(texture);
    if base.a < material.emissive.w {
        discard;
    }
    return vec4f(fogged(color, point.place), base.a);
}

@fragment
fn quad_added(point: Point) -> @location(0) vec4f {
    let texture = moved(point.texture);
    let base = base_at(texture) * point.tint;
    let color = (base.rgb + emissive_at(texture)) * base.a;
    return vec4f(color * (1.0 - fog_at(point.place)), base.a);
}
