//! `rendermode`, `renderamt`, `rendercolor`, `renderfx`: how much of an entity is seen, and in what colour.

use super::keys::{color, number, whole};
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_math::{Vec3, deterministic};

/// How an entity changes as time goes on; the numbers are those of `renderfx` in Half-Life and Source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Change {
    /// Not at all.
    #[default]
    None,
    /// Fades a little and comes back: so many tenths of turns a second, so many 255ths deep.
    Pulse { tenths: u8, depth: u8 },
    /// There, and gone: so many times a second.
    Strobe { times: u8 },
    /// There and gone without a beat.
    Flicker { times: u8 },
}

impl Change {
    fn of(number: i32) -> Self {
        match number {
            1 => Self::Pulse { tenths: 3, depth: 16 },
            2 => Self::Pulse { tenths: 13, depth: 16 },
            3 => Self::Pulse { tenths: 3, depth: 64 },
            4 => Self::Pulse { tenths: 13, depth: 64 },
            9 => Self::Strobe { times: 2 },
            10 => Self::Strobe { times: 5 },
            11 => Self::Strobe { times: 10 },
            12 => Self::Flicker { times: 4 },
            13 => Self::Flicker { times: 12 },
            _ => Self::None,
        }
    }

    /// What is left of the entity at a moment, 0 to 1.
    fn share(self, seconds: f64) -> f32 {
        match self {
            Self::None => 1.0,
            Self::Pulse { tenths, depth } => {
                let (sin, _) = deterministic::sin_cos_degrees(seconds * f64::from(tenths) * 36.0 % 360.0);
                (1.0 - f32::from(depth) / 255.0 * (1.0 - sin as f32)).clamp(0.0, 1.0)
            }
            Self::Strobe { times } => f32::from((seconds * f64::from(times)).rem_euclid(1.0) < 0.5),
            Self::Flicker { times } => {
                // A beat's number, mixed (a step of Steele's splitmix, 2014), says whether it is a dark one.
                let beat = (seconds * f64::from(times)) as u64;
                let mixed = beat.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                f32::from((mixed ^ (mixed >> 29)) & 3 != 0)
            }
        }
    }
}

/// How an entity is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    /// Linear colour and alpha.
    tint: [f32; 4],
    change: Change,
}

impl Look {
    /// How the keys of an entity have it drawn; `None` where they have it not drawn at all.
    pub(super) fn of(entities: &EntityWorld, entity: EntityId) -> Option<Self> {
        let mode = whole(entities, entity, "rendermode");
        if mode == 10 {
            return None;
        }
        let white = Vec3::ONE;
        // Half-Life's editor writes black where nothing was chosen.
        let color = color(entities, entity, "rendercolor").filter(|&color| color != Vec3::ZERO || mode == 1);
        let Vec3 { x, y, z } = color.unwrap_or(white);
        let amount = (number(entities, entity, "renderamt", 255.0) / 255.0).clamp(0.0, 1.0);
        // What is drawn as it is has no alpha, and what is solid or not (4) is decided by its texture.
        let alpha = if matches!(mode, 0 | 4) { 1.0 } else { amount };
        (alpha > 0.0).then(|| Self { tint: [x, y, z, alpha], change: Change::of(whole(entities, entity, "renderfx")) })
    }

    /// Linear colour and alpha at a moment of the level, in seconds.
    pub(super) fn tint(&self, seconds: f64) -> [f32; 4] {
        let [red, green, blue, alpha] = self.tint;
        [red, green, blue, alpha * self.change.share(seconds)]
    }

    /// Colour and alpha of what is always seen through: sprites and beams.
    pub(super) fn tint_of(entities: &EntityWorld, entity: EntityId, color_key: &str, amount_key: &str) -> [f32; 4] {
        let Vec3 { x, y, z } =
            color(entities, entity, color_key).filter(|&color| color != Vec3::ZERO).unwrap_or(Vec3::ONE);
        [x, y, z, (number(entities, entity, amount_key, 255.0) / 255.0).clamp(0.0, 1.0)]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use kerosene_entity::Registry;

    fn look(keys: &[(&str, &str)]) -> Option<Look> {
        let mut entities = EntityWorld::new(&Registry::new([]).unwrap());
        let entity = entities.spawn_with("func_wall", keys);
        Look::of(&entities, entity)
    }

    #[test]
    fn what_has_no_keys_is_drawn_as_it_is() {
        assert_eq!(look(&[]).unwrap().tint(3.0), [1.0; 4]);
        // Alpha counts only in modes that mix.
        assert_eq!(look(&[("renderamt", "10")]).unwrap().tint(0.0), [1.0; 4]);
    }

    #[test]
    fn modes_mix_hide_and_colour() {
        let glass = look(&[("rendermode", "2"), ("renderamt", "51"), ("rendercolor", "255 0 0")]).unwrap();
        assert_eq!(glass.tint(0.0), [1.0, 0.0, 0.0, 0.2]);
        assert_eq!(look(&[("rendermode", "10")]), None);
        assert_eq!(look(&[("rendermode", "5"), ("renderamt", "0")]), None);
        assert_eq!(look(&[("rendercolor", "0 0 0")]).unwrap().tint(0.0)[..3], [1.0; 3], "an editor's default");
    }

    #[test]
    fn changes_stay_within_what_there_is() {
        for change in 0..20 {
            for moment in 0..100 {
                let share = Change::of(change).share(f64::from(moment) * 0.137);
                assert!((0.0..=1.0).contains(&share), "{change} at {moment}");
            }
        }
        let strobe = Change::of(10);
        assert_eq!((strobe.share(0.05), strobe.share(0.15)), (1.0, 0.0));
    }
}
