// From light to a picture: bloom, exposure, tone mapping, gamma.

@group(1) @binding(0) var scene: texture_2d<f32>;
@group(1) @binding(1) var scene_sampler: sampler;
@group(1) @binding(2) var bloom: texture_2d<f32>;

@vertex
fn output_vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(covering(corner), 0.0, 1.0);
}

// Narkowicz's fit of the curve of ACES (2015).
fn aces(x: vec3f) -> vec3f {
    return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), vec3f(0.0), vec3f(1.0));
}

// Reinhard et al. (2002), by brightness, so that colours keep their hue.
fn reinhard(x: vec3f) -> vec3f {
    let bright = dot(x, vec3f(0.2126, 0.7152, 0.0722));
    return x / (1.0 + bright);
}

fn encoded(linear: vec3f) -> vec3f {
    let low = linear * 12.92;
    let high = 1.055 * pow(linear, vec3f(1.0 / 2.4)) - 0.055;
    return select(high, low, linear <= vec3f(0.0031308));
}

@fragment
fn output_color(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let at = position.xy * globals.size.zw;
    var color = textureSampleLevel(scene, scene_sampler, at, 0.0).rgb;
    color = mix(color, textureSampleLevel(bloom, scene_sampler, at, 0.0).rgb, globals.output.z);
    color = max(color * globals.output.x, vec3f(0.0));
    if globals.output.w == 2.0 {
        color = aces(color * 0.8);
    } else if globals.output.w == 1.0 {
        color = reinhard(color);
    }
    color = pow(clamp(color, vec3f(0.0), vec3f(1.0)), vec3f(globals.output.y));
    if switched(SWITCH_ENCODE_SRGB) {
        color = encoded(color);
    }
    return vec4f(color, 1.0);
}
