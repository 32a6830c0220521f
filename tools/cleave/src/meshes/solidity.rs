//! What a mesh is to collide with, and whether it is drawn.

use crate::classes::ClassRule;
use crate::flags::flagged_rule;
use crate::materials::Materials;
use crate::volume::BrushRole;
use kerosene_bsp::{Contents, SurfaceFlags};
use kerosene_map::Mesh;

/// Surface flag of Quake III Arena: never collided with.
const NON_SOLID: u32 = 0x4000;

/// What one material of a mesh comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Solidity {
    pub(super) contents: Contents,
    pub(super) flags: SurfaceFlags,
}

/// Contents and flags of what has `material` on a mesh of an entity of `class`; `None` where nobody would notice it.
pub(super) fn solidity(mesh: &Mesh, material: &str, class: &ClassRule, materials: &Materials) -> Option<Solidity> {
    let rule = flagged_rule(material, mesh.content_flags, mesh.surface_flags, materials);
    if matches!(rule.role, BrushRole::Hint | BrushRole::Origin) || rule.flags.contains(SurfaceFlags::SKIP) {
        return None;
    }
    let mut contents = class.contents.or(rule.contents).unwrap_or(Contents::SOLID);
    if mesh.surface_flags & NON_SOLID != 0 {
        contents = Contents::empty();
    }
    if contents.intersects(Contents::SOLID | Contents::WINDOW | Contents::GRATE) {
        contents |= class.extra & Contents::MOVEABLE;
    }
    let noticed = !rule.flags.contains(SurfaceFlags::NODRAW) || !contents.is_empty();
    noticed.then_some(Solidity { contents: contents | Contents::DETAIL, flags: rule.flags })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classes::class_rule;

    fn of(material: &str, surface_flags: u32, content_flags: u32, class: &str) -> Option<(Contents, bool)> {
        let mesh = Mesh { surface_flags, content_flags, ..Mesh::default() };
        let found = solidity(&mesh, material, &class_rule(class), &Materials::default())?;
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
