//! Checks of entities: class, keys, body, place.

pub(super) mod bad_vector;
pub(super) mod body_on_point;
pub(super) mod compiled_model;
pub(super) mod duplicate_key;
pub(super) mod empty_key;
pub(super) mod empty_value;
pub(super) mod long_text;
pub(super) mod misspelt_class;
pub(super) mod no_body;
pub(super) mod no_class_name;
pub(super) mod outside_world;
pub(super) mod player_start;
pub(super) mod quotes;
pub(super) mod stacked;

pub use player_start::has_player_start;

use crate::model::{Entity, Map};

/// The class in lower case, `func_` taken off: ours and Quake's name for one thing.
fn plain_class(entity: &Entity) -> String {
    let class = entity.class_name().to_ascii_lowercase();
    class.strip_prefix("func_").map_or(class.clone(), str::to_owned)
}

/// Every key with its value, for changing.
fn keys_mut(map: &mut Map) -> impl Iterator<Item = &mut (String, String)> {
    map.entities.iter_mut().flat_map(|entity| &mut entity.keys)
}

/// Three finite numbers.
fn parse_vector(text: &str) -> Option<[f64; 3]> {
    let mut numbers = text.split_whitespace().map(str::parse);
    let mut next = || numbers.next()?.ok().filter(|number: &f64| number.is_finite());
    let vector = [next()?, next()?, next()?];
    numbers.next().is_none().then_some(vector)
}
