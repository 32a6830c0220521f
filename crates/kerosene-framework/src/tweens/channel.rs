//! What tweens move.

use crate::curve::delta_angle;
use kerosene_entity::{EntityId, EntityWorld, Pose, Request, Value};
use kerosene_math::{Angles, Vec3};
use kerosene_world::TextId;

/// A property that a tween moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Channel {
    /// Nothing: the number is there to be read.
    Value,
    /// Position in the parent's frame, in units.
    Position,
    /// Angles in the parent's frame, in degrees, each the shorter way around.
    Rotation,
    /// Size: the field `modelscale`, 1 for that of the model.
    Scale,
    /// Colour (0 to 255) and brightness of a light: the fields `_light` and `_brightness`, which takes the place of the
    /// fourth number of `_light`.
    LightColor,
    /// Colour and opacity of an element of the user interface.
    UiColor,
}

/// The key of what [`Channel::Scale`] moves.
const SCALE: &str = "modelscale";
/// The keys of what [`Channel::LightColor`] moves.
const LIGHT: [&str; 2] = ["_light", "_brightness"];
/// A light's brightness where nothing says another.
const FULL_BRIGHTNESS: f32 = 255.0;
/// The verbs by which an element of the user interface takes its colour and its opacity.
const UI: [&str; 2] = ["color", "opacity"];

/// Whose property it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Value,
    Entity(Channel, EntityId),
    Element(TextId),
}

impl Target {
    pub(crate) fn channel(self) -> Channel {
        match self {
            Self::Value => Channel::Value,
            Self::Entity(channel, _) => channel,
            Self::Element(_) => Channel::UiColor,
        }
    }

    pub(crate) fn bits(self) -> u64 {
        match self {
            Self::Value => 0,
            Self::Entity(_, entity) => entity.to_bits(),
            Self::Element(name) => name.to_bits(),
        }
    }

    pub(crate) fn from_bits(channel: u8, bits: u64) -> Self {
        const ENTITY: [Channel; 4] = [Channel::Position, Channel::Rotation, Channel::Scale, Channel::LightColor];
        if channel == Channel::UiColor as u8 {
            return Self::Element(TextId::from_bits(bits));
        }
        let channel = ENTITY.into_iter().find(|it| *it as u8 == channel);
        channel.zip(EntityId::from_bits(bits)).map_or(Self::Value, |(channel, entity)| Self::Entity(channel, entity))
    }

    /// Whether there is still something to move.
    pub(crate) fn is_there(self, world: &EntityWorld) -> bool {
        !matches!(self, Self::Entity(_, entity) if !world.is_active(entity))
    }

    /// What it is now; `None` where only the tween knows.
    pub(crate) fn sample(self, world: &EntityWorld) -> Option<[f32; 4]> {
        let Self::Entity(channel, entity) = self else { return None };
        Some(match channel {
            Channel::Position => four(world.local_pose(entity).origin, 0.0),
            Channel::Rotation => {
                let angles = world.local_pose(entity).angles();
                [angles.pitch, angles.yaw, angles.roll, 0.0]
            }
            Channel::Scale => match world.field(entity, SCALE) {
                Some(Value::Vector(scale)) => four(scale, 0.0),
                Some(value) => [value.float().unwrap_or(1.0); 4],
                None => [1.0; 4],
            },
            Channel::LightColor => {
                let [r, g, b, brightness] = light(world, entity);
                [r, g, b, world.float_field(entity, LIGHT[1]).unwrap_or(brightness)]
            }
            Channel::Value | Channel::UiColor => return None,
        })
    }

    /// Where a tween goes that starts from what was sampled.
    pub(crate) fn destination(self, from: [f32; 4], to: [f32; 4]) -> [f32; 4] {
        match self {
            Self::Entity(Channel::Rotation, _) => {
                std::array::from_fn(|axis| from[axis] + delta_angle(from[axis], to[axis]))
            }
            _ => to,
        }
    }

    /// Brings it there.
    pub(crate) fn apply(self, world: &mut EntityWorld, [x, y, z, w]: [f32; 4]) {
        match self {
            Self::Element(name) => {
                for (verb, value) in UI.into_iter().zip([Value::Vector(Vec3::new(x, y, z)), Value::Float(w)]) {
                    let verb = world.intern(verb);
                    world.request(None, Request::Ui { verb, name, value });
                }
            }
            Self::Entity(Channel::Position, entity) => {
                let angles = world.local_pose(entity).angles;
                world.set_local_pose(entity, Pose { origin: Vec3::new(x, y, z), angles });
            }
            Self::Entity(Channel::Rotation, entity) => {
                let origin = world.local_pose(entity).origin;
                world.set_local_pose(entity, Pose::new(origin, Angles::new(x, y, z)));
            }
            Self::Entity(Channel::Scale, entity) => {
                let uniform = x == y && y == z;
                let value = if uniform { Value::Float(x) } else { Value::Vector(Vec3::new(x, y, z)) };
                world.set_field(entity, SCALE, value);
            }
            Self::Entity(Channel::LightColor, entity) => {
                world.set_field(entity, LIGHT[0], Value::Vector(Vec3::new(x, y, z)));
                world.set_field(entity, LIGHT[1], Value::Float(w));
            }
            Self::Value | Self::Entity(Channel::Value | Channel::UiColor, _) => {}
        }
    }
}

fn four(three: Vec3, w: f32) -> [f32; 4] {
    [three.x, three.y, three.z, w]
}

/// Colour and brightness as the key `_light` has them: a text of three or four numbers, or a vector.
fn light(world: &EntityWorld, entity: EntityId) -> [f32; 4] {
    let mut parts = [FULL_BRIGHTNESS; 4];
    match world.field(entity, LIGHT[0]) {
        Some(Value::Text(text)) => {
            let words = world.text(text).split_ascii_whitespace().map_while(|word| word.parse::<f32>().ok());
            parts.iter_mut().zip(words.filter(|number| number.is_finite())).for_each(|(part, number)| *part = number);
        }
        Some(Value::Vector(color)) => parts[..3].copy_from_slice(&color.to_array()),
        _ => {}
    }
    parts
}
