//! The numbers that make movement feel as it does, each one convar.

/// A movement parameter as the console sees it.
#[derive(Debug, Clone, Copy)]
pub struct ParameterInfo {
    /// Convar name, `sv_...`.
    pub convar: &'static str,
    /// Default value.
    pub default: f32,
    /// Smallest sensible value.
    pub min: f32,
    /// Largest sensible value.
    pub max: f32,
    /// One line of help.
    pub help: &'static str,
    /// Reads the parameter.
    pub get: fn(&MoveParameters) -> f32,
    /// Writes the parameter, clamped to `min..=max`; a NaN sets the default.
    pub set: fn(&mut MoveParameters, f32),
}

/// Declares each parameter once: field, convar, default, range and help.
macro_rules! parameters {
    ($($field:ident, $convar:literal, $default:literal, $min:literal ..= $max:literal, $help:literal;)*) => {
        /// What the movement convars hold.
        ///
        /// ```
        /// use kerosene_physics::MoveParameters;
        /// let mut parameters = MoveParameters::default();
        /// let gravity = MoveParameters::ALL.iter().find(|p| p.convar == "sv_gravity").unwrap();
        /// (gravity.set)(&mut parameters, 400.0);
        /// assert_eq!(parameters.gravity, 400.0);
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct MoveParameters {
            $(#[doc = concat!("`", $convar, "`: ", $help)] pub $field: f32,)*
        }

        impl Default for MoveParameters {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl MoveParameters {
            /// Every parameter, in a stable order: what an engine registers as convars.
            pub const ALL: &[ParameterInfo] = &[$(ParameterInfo {
                convar: $convar,
                default: $default,
                min: $min,
                max: $max,
                help: $help,
                get: |parameters| parameters.$field,
                set: |parameters, value| {
                    parameters.$field = if value.is_nan() { $default } else { value.clamp($min, $max) };
                },
            },)*];
        }
    };
}

parameters! {
    gravity, "sv_gravity", 800.0, 0.0..=10_000.0, "Acceleration downwards, in units per second squared.";
    max_speed, "sv_maxspeed", 320.0, 0.0..=3_500.0, "Speed on the ground, in units per second.";
    walk_speed, "sv_walkspeed", 150.0, 0.0..=3_500.0, "Speed with the walk button held, in units per second.";
    accelerate, "sv_accelerate", 10.0, 0.0..=1_000.0, "Acceleration on the ground, as a multiple of the wished speed per second.";
    air_accelerate, "sv_airaccelerate", 10.0, 0.0..=1_000.0, "Acceleration in the air, as a multiple of the wished speed per second.";
    friction, "sv_friction", 4.0, 0.0..=100.0, "Share of the speed that the ground takes per second.";
    stop_speed, "sv_stopspeed", 100.0, 0.0..=3_500.0, "Below this speed, friction acts as if at it, so that one comes to rest.";
    step_size, "sv_stepsize", 18.0, 0.0..=256.0, "Highest step climbed without jumping, in units.";
    jump_height, "sv_jump_height", 57.0, 0.0..=4_096.0, "Height of a jump, in units, whatever the gravity.";
    air_max_wish_speed, "sv_air_max_wishspeed", 30.0, 0.0..=3_500.0, "Most speed along the wished direction that the air accelerates to.";
    max_velocity, "sv_maxvelocity", 3_500.0, 1.0..=100_000.0, "Most speed along each axis, in units per second.";
    swim_speed_scale, "sv_swim_scale", 0.8, 0.0..=10.0, "Speed in water as a share of the speed on the ground.";
    swim_up_speed, "sv_swimup_speed", 100.0, 0.0..=3_500.0, "Speed upwards of a swimmer who holds jump, in units per second.";
    sink_speed, "sv_sinkspeed", 60.0, 0.0..=3_500.0, "Speed wished downwards by an idle swimmer, in units per second.";
    current_speed, "sv_current_speed", 150.0, 0.0..=3_500.0, "Speed at which a current carries a swimmer, in units per second.";
    ladder_speed, "sv_ladderspeed", 200.0, 0.0..=3_500.0, "Speed on ladders, in units per second.";
    duck_speed_scale, "sv_duck_scale", 0.34, 0.0..=10.0, "Speed of a ducked player as a share of the full speed.";
    noclip_speed_scale, "sv_noclipspeed", 4.0, 0.0..=100.0, "Speed without clipping as a multiple of the speed on the ground.";
    fall_damage_safe, "sv_falldamage_safe", 580.0, 0.0..=100_000.0, "Speed of landing up to which nothing hurts, in units per second.";
    fall_damage_scale, "sv_falldamage_scale", 0.25, 0.0..=100.0, "Damage per unit per second above the safe speed.";
    footstep_stride, "sv_footstep_stride", 32.0, 1.0..=4_096.0, "Distance between footsteps, in units.";
    footstep_min_speed, "sv_footstep_min_speed", 50.0, 0.0..=3_500.0, "Speed below which steps are silent, in units per second.";
}
