//! Brushes that move, break, come and go.

mod areaportal;
mod breakable;
mod brush;
mod button;
mod conveyor;
mod detail;
mod door;
pub(crate) mod door_rotating;
mod door_secret;
mod illusionary;
mod ladder;
mod movelinear;
mod path_track;
pub(crate) mod physbox;
pub(crate) mod platform;
mod rotating;
mod tracktrain;
mod wall_toggle;
mod water;

use kerosene_entity::ClassDef;

/// The classes, in alphabetical order.
pub(crate) fn classes() -> Vec<ClassDef> {
    vec![
        areaportal::class(),
        breakable::class(),
        brush::class(),
        button::class(),
        conveyor::class(),
        detail::class(),
        door::class(),
        door_rotating::class(),
        door_secret::class(),
        illusionary::class(),
        ladder::class(),
        movelinear::class(),
        path_track::class(),
        physbox::class(),
        platform::class(),
        rotating::class(),
        tracktrain::class(),
        wall_toggle::class(),
        water::class(),
    ]
}
