//! `infodecal`: a picture on the nearest surface.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, Request, ValueKind};
use kerosene_world::{Component, TextId};

/// What it puts there.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
#[component(name = "infodecal")]
pub(crate) struct Decal {
    /// The picture.
    #[field(label = "Texture", default = "decals/crack", widget = "material")]
    texture: TextId,
    /// Units along an edge.
    #[field(label = "Size", default = "32")]
    size: f32,
}

pub(crate) fn class() -> ClassDef {
    ClassDef::new("infodecal", ClassKind::Point)
        .help("A picture on the nearest surface. One without a name is there from the beginning.")
        .component::<Decal>()
        .input("Activate", ValueKind::None, |world, decal, _| apply(world, decal), "Puts the picture there.")
        .on_spawn(|world, decal| {
            if world.name_of(decal).is_empty() {
                apply(world, decal);
            }
        })
        // What is drawn is no part of a saved game.
        .on_restore(|world, decal| {
            if world.name_of(decal).is_empty() {
                apply(world, decal);
            }
        })
}

fn apply(world: &mut EntityWorld, decal: EntityId) {
    let Decal { texture, size } = world.get::<Decal>(decal).unwrap_or_default();
    world.request(Some(decal), Request::Decal { texture, size });
}

#[cfg(test)]
mod tests {
    use crate::shared::stage::Stage;

    #[test]
    fn one_with_a_name_waits_to_be_told() {
        let mut stage = Stage::new("{ classname infodecal } { classname infodecal targetname d }", &[]);
        assert_eq!(stage.requests().len(), 1);
        stage.input("d", "Activate", "");
        assert_eq!(stage.requests().len(), 1);
        stage.world.run_restore_handlers();
        assert_eq!(stage.requests().len(), 1);
    }
}
