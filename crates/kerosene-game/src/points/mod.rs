//! Entities at a point, and the level itself.

mod ambient_generic;
mod env_acoustic_override;
mod env_beam;
mod env_cubemap;
mod env_explosion;
mod env_fade;
mod env_fog_controller;
mod env_laser;
mod env_shake;
mod env_spark;
mod env_sprite;
mod game_text;
mod info_landmark;
mod info_player_start;
mod info_target;
mod infodecal;
mod item_generic;
mod item_healthkit;
mod item_key;
mod light;
mod light_dynamic;
mod light_environment;
mod light_spot;
mod player;
mod player_speedmod;
mod point_hurt;
mod point_message;
mod point_sound;
mod point_teleport;
mod point_template;
mod prop_dynamic;
mod prop_dynamic_spawner;
mod prop_physics;
mod prop_static;
mod worldspawn;

use crate::shared::touch_field;
use kerosene_entity::ClassDef;

/// The classes, in alphabetical order.
pub(crate) fn classes() -> Vec<ClassDef> {
    vec![
        ambient_generic::class(),
        env_acoustic_override::class(),
        env_beam::class(),
        env_cubemap::class(),
        env_explosion::class(),
        env_fade::class(),
        env_fog_controller::class(),
        env_laser::class(),
        env_shake::class(),
        env_spark::class(),
        env_sprite::class(),
        game_text::class(),
        info_landmark::class(),
        info_player_start::class(),
        info_target::class(),
        infodecal::class(),
        item_generic::class(),
        item_healthkit::class(),
        item_key::class(),
        light::class(),
        light_dynamic::class(),
        light_environment::class(),
        light_spot::class(),
        player::class(),
        player_speedmod::class(),
        point_hurt::class(),
        point_message::class(),
        point_sound::class(),
        point_teleport::class(),
        point_template::class(),
        prop_dynamic::class(),
        prop_dynamic_spawner::class(),
        prop_physics::class(),
        prop_static::class(),
        touch_field::class(),
        worldspawn::class(),
    ]
}
