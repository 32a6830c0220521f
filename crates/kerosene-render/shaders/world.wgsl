// Surfaces of the map: its own and those of brush models.

struct Object {
    // Rows of where it is and how it is turned.
    rows: array<vec4f, 3>,
    // Multiplied with colour and alpha.
    tint: vec4f,
}

@group(2) @binding(0) var<uniform> object: Object;
@group(2) @binding(1) var lightmap: texture_2d<f32>;
@group(2) @binding(2) var lightmap_sampler: sampler;

struct Corner {
    @location(0) place: vec3f,
    @location(1) normal: vec4f,
    @location(2) tangent: vec4f,
    @location(3) texture: vec2f,
    // Place in the lightmap's atlas.
    @location(4) luxel: vec2f,
    // How far below in the atlas each further style is; the weight of a blend's second material.
    @location(5) step_and_blend: vec2f,
    @location(6) styles: vec4u,
    @location(15) probe: u32,
}

struct Point {
    @builtin(position) position: vec4f,
    @location(0) place: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec4f,
    @location(3) texture: vec2f,
    @location(4) luxel: vec2f,
    @location(5) step: f32,
    @location(6) @interpolate(flat) styles: vec4u,
    // The alpha of vertices: the weight of a blend's second material.
    @location(7) alpha: f32,
    @location(8) @interpolate(flat) probe: u32,
}

fn turned(v: vec3f) -> vec3f {
    return vec3f(dot(object.rows[0].xyz, v), dot(object.rows[1].xyz, v), dot(object.rows[2].xyz, v));
}

@vertex
fn world_vertex(corner: Corner) -> Point {
    let place = turned(corner.place) + vec3f(object.rows[0].w, object.rows[1].w, object.rows[2].w);
    var point: Point;
    point.position = globals.view_projection * vec4f(place, 1.0);
    point.place = place;
    point.normal = turned(corner.normal.xyz);
    point.tangent = vec4f(turned(corner.tangent.xyz), corner.tangent.w);
    point.texture = corner.texture;
    point.luxel = corner.luxel;
    point.step = corner.step_and_blend.x;
    point.alpha = corner.step_and_blend.y;
    point.styles = corner.styles;
    point.probe = corner.probe;
    return point;
}

const NO_STYLE: u32 = 255u;

fn style_light(point: Point, number: u32) -> vec3f {
    let style = point.styles[number];
    let luxel = point.luxel + vec2f(0.0, point.step * f32(number));
    // Sampled in any case: a level of detail is asked for explicitly, so that this may stand within a branch.
    let light = textureSampleLevel(lightmap, lightmap_sampler, luxel, 0.0).rgb;
    if style == NO_STYLE {
        return vec3f(0.0);
    }
    let bright = globals.styles[(style / 4u) & 15u][style & 3u];
    return light * bright;
}

// Light that falls onto the surface: baked where it was, a pleasant guess elsewhere.
fn falling_light(point: Point, surface: Surface) -> Falling {
    if point.styles.x == NO_STYLE || switched(SWITCH_NO_LIGHTMAP) {
        return unbaked_falling(surface.normal);
    }
    var baked = vec3f(0.0);
    for (var number = 0u; number < 4u; number++) {
        baked += style_light(point, number);
    }
    // A lightmap knows no direction: the normal map shades it as it would be shaded by the notional key light.
    let flat_light = half_lambert(surface.face_normal, KEY_DIRECTION) + 0.25;
    let ratio = (half_lambert(surface.normal, KEY_DIRECTION) + 0.25) / flat_light;
    return Falling(baked * ratio, baked, 0.0);
}

fn face_normal(point: Point, front: bool) -> vec3f {
    return normalize(point.normal) * select(-1.0, 1.0, front);
}

fn surface_of(point: Point, front: bool, texture: vec2f, second: f32, base: vec3f) -> Surface {
    var surface: Surface;
    surface.place = point.place;
    surface.face_normal = face_normal(point, front);
    surface.normal = bent(surface.face_normal, point.tangent, texture, second);
    surface.to_camera = normalize(globals.camera.xyz - point.place);
    surface.base = base;
    surface.roughness = roughness_at(texture);
    surface.metalness = metalness_at(texture);
    surface.occlusion = occlusion_at(texture);
    surface.probe = point.probe;
    return surface;
}

fn shaded(point: Point, surface: Surface, texture: vec2f) -> vec3f {
    var shown = surface;
    if switched(SWITCH_LIGHT_ALONE) {
        shown.base = vec3f(0.5);
        shown.metalness = 0.0;
    }
    if switched(SWITCH_FULLBRIGHT) {
        return shown.base + emissive_at(texture);
    }
    let falling = falling_light(point, shown);
    let moving = moving_light(shown, point.position.xy);
    return lit_by(shown, falling) + moving + emissive_at(texture);
}

@fragment
fn lit(point: Point, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let texture = raised(moved(point.texture), point.place, face_normal(point, front));
    let second = second_part(texture, point.alpha);
    let base = blended_base(texture, second) * object.tint;
    let surface = surface_of(point, front, texture, second, base.rgb);
    let color = shaded(point, surface, texture);
    if base.a < material.emissive.w {
        discard;
    }
    return vec4f(fogged(color, point.place), base.a);
}

@fragment
fn unlit(point: Point) -> @location(0) vec4f {
    let texture = moved(point.texture);
    let base = blended_base(texture, second_part(texture, point.alpha)) * object.tint;
    return unlit_at(texture, base, point.place);
}

// As `lit` and `unlit` for what is added to what is behind it: fog takes it away.
@fragment
fn added(point: Point) -> @location(0) vec4f {
    let texture = moved(point.texture);
    let base = base_at(texture) * object.tint;
    return added_at(texture, base, point.place);
}

// The surface of a liquid: the picture swims, as in Quake, by a wave across each of its axes.
@fragment
fn water(point: Point, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let still = moved(point.texture);
    let swim = sin(still.yx * 2.0 * PI + globals.camera.w) * 0.0625;
    let texture = still + swim;
    let base = base_at(texture) * object.tint;
    var surface = surface_of(point, front, texture, 0.0, base.rgb);
    if material.detail.w == 0.0 {
        // Ripples where no normal map makes them.
        let waves = sin(point.place.xy * 0.11 + globals.camera.w * vec2f(1.3, 1.7)) + sin(point.place.yx * 0.053 - globals.camera.w);
        surface.normal = normalize(surface.normal + vec3f(waves * 0.02, 0.0));
    }
    let color = shaded(point, surface, texture);
    let slant = 1.0 - abs(dot(surface.normal, surface.to_camera));
    // Seen flat it mirrors more and shows less of what is below.
    let mirror = 0.35 * pow(slant, 5.0);
    let sky = mirrored_light(surface, reflect(-surface.to_camera, surface.normal), unbaked_falling(surface.normal));
    let seen = mix(color, sky, select(0.0, mirror, switched(SWITCH_SPECULAR) && base.a < 1.0));
    return vec4f(fogged(seen, point.place), mix(base.a, 1.0, select(0.0, mirror, base.a < 1.0)));
}

@fragment
fn edges(point: Point) -> @location(0) vec4f {
    let shade = 0.25 + 0.75 * abs(normalize(point.normal));
    return vec4f(shade * object.tint.rgb, 1.0);
}
