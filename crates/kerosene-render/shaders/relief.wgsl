// Relief from height maps: where the line of sight meets what the map raises.

// Steps straight down and along the surface.
const FEWEST_STEPS: f32 = 6.0;
const MOST_STEPS: f32 = 16.0;
// Nothing is raised further away than this, in units; it sinks from half of that on.
const RELIEF_ENDS: f32 = 1536.0;

// The place in the picture that is seen at a place of the surface: the line of sight is followed into the relief in steps,
// and between the last two by what they say (Tatarchuk, "Dynamic parallax occlusion mapping with approximate soft shadows",
// 2006). White is the surface itself, all else lies below. How the picture lies on the surface comes from derivatives
// (Mikkelsen, "Surface Gradient-Based Bump Mapping Framework", 2020), so that heights are in units whatever its scale.
fn raised(texture: vec2f, place: vec3f, normal: vec3f) -> vec2f {
    if material.blend.z == 0.0 || !switched(SWITCH_PARALLAX) {
        return texture;
    }
    let along_x = dpdx(texture);
    let along_y = dpdy(texture);
    let place_x = dpdx(place);
    let across_x = cross(dpdy(place), normal);
    let across_y = cross(normal, place_x);
    let area = dot(place_x, across_x);
    let away = globals.camera.xyz - place;
    let to_camera = normalize(away);
    let facing = saturate(dot(normal, to_camera));
    let height = material.blend.z * saturate(2.0 - length(away) * (2.0 / RELIEF_ENDS));
    // From where the line of sight enters the relief to where it would leave it below.
    let way = (normal * facing - to_camera) * (height / max(facing, 0.2));
    let slopes = vec2f(dot(across_x, way), dot(across_y, way)) / select(area, 1e-12, abs(area) < 1e-12);
    let through = along_x * slopes.x + along_y * slopes.y;
    let steps = ceil(mix(MOST_STEPS, FEWEST_STEPS, facing));
    var reached = 0.0;
    var above = 0.0;
    for (var step = 0.0; step <= steps; step += 1.0) {
        let depth = step / steps;
        let below = depth - 1.0 + textureSampleGrad(height_map, material_sampler, texture + through * depth, along_x, along_y).r;
        if below >= 0.0 {
            reached = depth - below / max(below + above, 1e-4) * min(depth, 1.0 / steps);
            break;
        }
        above = -below;
        reached = depth;
    }
    return texture + through * reached;
}
