// The depth of the scene, of one sample a pixel.

@group(1) @binding(0) var depths: texture_depth_2d;

fn depth_at(pixel: vec2i) -> f32 {
    return textureLoad(depths, clamp(pixel, vec2i(0), vec2i(globals.size.xy) - 1), 0);
}
