//! What a mesh is to collide with, and whether it is drawn.

use crate::classes::ClassRule;
use crate::volume::{BrushRole, material_rule};
use kerosene_bsp::{Contents, SurfaceFlags};
use kerosene_map::Mesh;

/// Surface flag of Quake 2 and its heirs: never drawn.
const NO_DRAW: u32 = 0x80;
/// Surface flag of Quake III Arena: never collided with.
const NON_SOLID: u32 = 0x4000;

/// Content flags of Quake 2 and its heirs, and ours.
const CONTENT_FLAGS: &[(u32, Contents)] = &[
    (0x1, Contents::SOLID),
    (0x2, Contents::WINDOW),
    (0x8, Contents::LAVA),
    (0x10, Contents::SLIME),
    (0x20, Contents::WATER),
    (0x1_0000, Contents::PLAYER_CLIP),
    (0x2_0000, Contents::MONSTER_CLIP),
];

/// What one material of a mesh comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Solidity {
    pub(super) contents: Contents,
    pub(super) flags: SurfaceFlags,
}

/// Contents and flags of what has `material` on a mesh of an entity of `class`; `None` where nobody would notice it.
pub(super) fn solidity(mesh: &Mesh, material: &str, class: &ClassRule) -> Option<Solidity> {
    let rule = material_rule(material);
    if matches!(rule.role, BrushRole::Hint | BrushRole::Origin) || rule.flags.contains(SurfaceFlags::SKIP) {
        return None;
    }
    let mut flags = rule.flags;
    flags.set(SurfaceFlags::NODRAW, flags.contains(SurfaceFlags::NODRAW) || mesh.surface_flags & NO_DRAW != 0);
    let stated = class.contents.or(rule.contents).or(from_flags(mesh.content_flags));
    let mut contents = stated.unwrap_or(Contents::SOLID);
    if mesh.surface_flags & NON_SOLID != 0 {
        contents = Contents::empty();
    }
    if contents.intersects(Contents::SOLID | Contents::WINDOW | Contents::GRATE) {
        contents |= class.extra & Contents::MOVEABLE;
    }
    let noticed = !flags.contains(SurfaceFlags::NODRAW) || !contents.is_empty();
    noticed.then_some(Solidity { contents: contents | Contents::DETAIL, flags })
}

fn from_flags(flags: u32) -> Option<Contents> {
    let named = CONTENT_FLAGS.iter().filter(|(bit, _)| flags & bit != 0);
    let contents = named.fold(Contents::empty(), |all, (_, contents)| all | *contents);
    (!contents.is_empty()).then_some(contents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classes::class_rule;

    fn of(material: &str, surface_flags: u32, content_flags: u32, class: &str) -> Option<(Contents, bool)> {
        let mesh = Mesh { surface_flags, content_flags, ..Mesh::default() };
        let found = solidity(&mesh, material, &class_rule(class))?;
        Some((found.contents - Contents::DETAIL, !found.flags.contains(SurfaceFlags::NODRAW)))
    }

    #[test]
    fn materials_flags_and_classes_decide() {
        let (solid, clip) = (Contents::SOLID, Contents::PLAYER_CLIP);
        assert_eq!(of("base/wall", 0, 0, "worldspawn"), Some((solid, true)));
        assert_eq!(of("base/wall", 0x4000, 0, "worldspawn"), Some((Contents::empty(), true)));
        assert_eq!(of("base/wall", 0x80, 0, "worldspawn"), Some((solid, false)));
        assert_eq!(of("base/wall", 0x4080, 0, "worldspawn"), None, "neither drawn nor solid");
        assert_eq!(of("common/clip", 0, 0, "worldspawn"), Some((clip, false)));
        assert_eq!(of("common/caulk", 0, 0, "worldspawn"), Some((solid, false)));
        assert_eq!(of("base/wall", 0, 0x800_0000, "worldspawn"), Some((solid, true)), "detail alone says nothing");
        assert_eq!(of("base/wall", 0, 0x1_0000, "worldspawn"), Some((clip, true)));
        assert_eq!(of("base/wall", 0, 0, "func_door"), Some((solid | Contents::MOVEABLE, true)));
        assert_eq!(of("base/wall", 0, 0, "func_illusionary"), Some((Contents::TRANSLUCENT, true)));
        assert_eq!(of("common/hint", 0, 0, "worldspawn"), None);
    }
}
