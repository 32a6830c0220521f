// Lines for people who look for faults.

struct Point {
    @builtin(position) position: vec4f,
    @location(0) color: vec4f,
}

@vertex
fn line_vertex(@location(0) place: vec3f, @location(1) color: vec4f) -> Point {
    var point: Point;
    point.position = globals.view_projection * vec4f(place, 1.0);
    point.color = color;
    return point;
}

@fragment
fn line_color(point: Point) -> @location(0) vec4f {
    return point.color;
}
