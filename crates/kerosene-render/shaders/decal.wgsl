// Pictures laid onto surfaces.

struct Corner {
    @location(0) place: vec3f,
    @location(1) normal: vec3f,
    @location(2) texture: vec2f,
    @location(3) tint: vec4f,
    @location(4) probe: u32,
    // Baked light.
    @location(5) light: u32,
}

struct Point {
    @builtin(position) position: vec4f,
    @location(0) place: vec3f,
    @location(1) normal: vec3f,
    @location(2) texture: vec2f,
    @location(3) tint: vec4f,
    @location(4) @interpolate(flat) probe: u32,
    @location(5) @interpolate(flat) light: u32,
}

@vertex
fn decal_vertex(corner: Corner) -> Point {
    var point: Point;
    point.place = corner.place;
    point.position = globals.view_projection * vec4f(corner.place, 1.0);
    point.normal = corner.normal;
    point.texture = corner.texture;
    point.tint = corner.tint;
    point.probe = corner.probe;
    point.light = corner.light;
    return point;
}

fn decal_falling(light: u32, normal: vec3f) -> Falling {
    if is_unknown(light) {
        return unbaked_falling(normal);
    }
    return Falling(unpacked_light(light), unpacked_light(light), 0.0);
}

@fragment
fn decal_lit(point: Point) -> @location(0) vec4f {
    let base = base_at(point.texture) * point.tint;
    var surface: Surface;
    surface.place = point.place;
    surface.face_normal = normalize(point.normal);
    surface.normal = surface.face_normal;
    surface.to_camera = normalize(globals.camera.xyz - point.place);
    surface.base = base.rgb;
    surface.roughness = roughness_at(point.texture);
    surface.metalness = metalness_at(point.texture);
    surface.occlusion = occlusion_at(point.texture);
    surface.probe = point.probe;
    let emission = emissive_at(point.texture);
    if base.a < material.emissive.w {
        discard;
    }
    let color = emission + shown_in(surface, decal_falling(point.light, surface.normal), point.position.xy);
    return vec4f(fogged(color, point.place), base.a);
}

@fragment
fn decal_unlit(point: Point) -> @location(0) vec4f {
    let base = base_at(point.texture) * point.tint;
    return unlit_at(point.texture, base, point.place);
}

@fragment
fn decal_added(point: Point) -> @location(0) vec4f {
    let base = base_at(point.texture) * point.tint;
    return added_at(point.texture, base, point.place);
}
