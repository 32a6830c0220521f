//! Keys as mappers write them, read for drawing.

use kerosene_entity::{EntityId, EntityWorld, Value};
use kerosene_math::{Vec3, deterministic};

/// A number, or what stands for a missing one.
pub(super) fn number(entities: &EntityWorld, entity: EntityId, key: &str, missing: f32) -> f32 {
    entities.float_field(entity, key).unwrap_or(missing)
}

/// A whole number; 0 where there is none.
pub(super) fn whole(entities: &EntityWorld, entity: EntityId, key: &str) -> i32 {
    number(entities, entity, key, 0.0) as i32
}

/// Up to four numbers, however they are kept.
pub(super) fn numbers(entities: &EntityWorld, entity: EntityId, key: &str) -> Option<([f32; 4], usize)> {
    match entities.field(entity, key)? {
        Value::Text(text) => {
            let (mut numbers, mut count) = ([0.0; 4], 0);
            let words = entities.text(text).split_ascii_whitespace().map_while(|word| word.parse::<f32>().ok());
            for (slot, number) in numbers.iter_mut().zip(words.filter(|number| number.is_finite())) {
                *slot = number;
                count += 1;
            }
            (count > 0).then_some((numbers, count))
        }
        value => match (value.vector(), value.float()) {
            (Some(vector), _) => Some(([vector.x, vector.y, vector.z, 0.0], 3)),
            (None, Some(number)) => Some(([number, 0.0, 0.0, 0.0], 1)),
            (None, None) => None,
        },
    }
}

/// A colour of 0 to 255 as linear light; `None` where the key has no three numbers.
pub(super) fn color(entities: &EntityWorld, entity: EntityId, key: &str) -> Option<Vec3> {
    let (numbers, count) = numbers(entities, entity, key)?;
    (count >= 3).then(|| Vec3::from_array([numbers[0], numbers[1], numbers[2]].map(|part| linear(part / 255.0))))
}

/// The light of a part of a colour of 0 to 1, as screens have it (IEC 61966-2-1, sRGB).
pub(crate) fn linear(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    if part <= 0.040_45 { part / 12.92 } else { deterministic::pow((part + 0.055) / 1.055, 2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_and_the_middle_of_the_curve_are_where_they_should_be() {
        assert_eq!((linear(0.0), linear(1.0)), (0.0, 1.0));
        assert!((linear(0.5) - 0.214_04).abs() < 1e-4);
        assert_eq!(linear(7.0), 1.0);
    }
}
