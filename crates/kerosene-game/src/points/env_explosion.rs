//! `env_explosion`: blows up.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, Request, Value, ValueKind};
use kerosene_world::Component;

bitflags::bitflags! {
    /// Bits of `spawnflags`; Source's.
    struct ExplosionFlags: u32 {
        /// Is only to be seen and heard.
        const NO_DAMAGE = 1;
        /// Can blow up again.
        const REPEATABLE = 2;
    }
}

/// How far an explosion reaches for each point of its strength, in units; Source's.
const REACH: f32 = 2.5;

/// How strong it is.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "env_explosion")]
pub(crate) struct Explosion {
    /// Points of damage in the middle.
    #[field(key = "imagnitude", label = "Magnitude", default = "100")]
    magnitude: f32,
    /// How far it reaches, in units; 0 for two and a half times the magnitude.
    #[field(key = "iradiusoverride", label = "Radius override")]
    radius: f32,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("env_explosion", ClassKind::Point)
        .help("Blows up.")
        .component::<Explosion>()
        .flag(ExplosionFlags::NO_DAMAGE.bits(), "No damage", false)
        .flag(ExplosionFlags::REPEATABLE.bits(), "Repeatable", false)
        .input("Explode", ValueKind::None, explode, "Blows up.")
        .output("OnExplode", ValueKind::None, "When it blows up.")
}

fn explode(world: &mut EntityWorld, entity: EntityId, event: &InputEvent) {
    let state = world.get::<Explosion>(entity).unwrap_or_default();
    let flags = ExplosionFlags::from_bits_truncate(world.spawn_flags(entity));
    let radius = if state.radius > 0.0 { state.radius } else { state.magnitude * REACH };
    let harmless = flags.contains(ExplosionFlags::NO_DAMAGE);
    world.request(Some(entity), Request::Explosion { magnitude: state.magnitude, radius, harmless });
    world.fire_output(entity, "OnExplode", event.activator, Value::None);
    if !flags.contains(ExplosionFlags::REPEATABLE) {
        world.remove_by(entity, event.activator);
    }
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;
    use kerosene_entity::Request;

    #[test]
    fn it_blows_up_once_unless_it_may_again() {
        let text = "{ classname env_explosion targetname once } \
                    { classname env_explosion targetname again spawnflags 3 iradiusoverride 64 imagnitude 20 }";
        let mut stage = Stage::new(text, &[]);
        for name in ["once", "again"] {
            stage.input(name, "Explode", "");
        }
        let expected = [
            Request::Explosion { magnitude: 100.0, radius: 250.0, harmless: false },
            Request::Explosion { magnitude: 20.0, radius: 64.0, harmless: true },
        ];
        assert_eq!(stage.requests(), expected);
        stage.tick();
        assert_eq!((stage.world.find_by_name("once").count(), stage.world.find_by_name("again").count()), (0, 1));
    }
}
