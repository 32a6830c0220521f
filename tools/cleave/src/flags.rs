//! What the numbers at the end of a side mean: Quake 2's surface flags and contents.
//!
//! The importer leaves them only where the game has them. They say more than the name of the material and win over it.
//! What they ask for and nothing here can give is reported, once for each flag.

use crate::materials::Materials;
use crate::volume::{BrushRole, MaterialRule, material_rule};
use bitflags::bitflags;
use kerosene_bsp::{Contents, SurfaceFlags};
use kerosene_diagnostics::{Diagnostic, Diagnostics, SourcePosition, codes};
use kerosene_map::{Map, Side};
use std::collections::BTreeMap;

bitflags! {
    /// Contents in a `.map` of Quake 2.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Filled: u32 {
        const SOLID = 1 << 0;
        const WINDOW = 1 << 1;
        const AUX = 1 << 2;
        const LAVA = 1 << 3;
        const SLIME = 1 << 4;
        const WATER = 1 << 5;
        const MIST = 1 << 6;
        const AREA_PORTAL = 1 << 15;
        const PLAYER_CLIP = 1 << 16;
        const MONSTER_CLIP = 1 << 17;
        const CURRENT_0 = 1 << 18;
        const CURRENT_90 = 1 << 19;
        const CURRENT_180 = 1 << 20;
        const CURRENT_270 = 1 << 21;
        const CURRENT_UP = 1 << 22;
        const CURRENT_DOWN = 1 << 23;
        const ORIGIN = 1 << 24;
        const DETAIL = 1 << 27;
        const TRANSLUCENT = 1 << 28;
        const LADDER = 1 << 29;
    }
}

bitflags! {
    /// Surface flags in a `.map` of Quake 2.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Surface: u32 {
        const LIGHT = 1 << 0;
        const SLICK = 1 << 1;
        const SKY = 1 << 2;
        const WARP = 1 << 3;
        const TRANS_33 = 1 << 4;
        const TRANS_66 = 1 << 5;
        const FLOWING = 1 << 6;
        const NODRAW = 1 << 7;
        const HINT = 1 << 8;
        const SKIP = 1 << 9;
        const ALPHA_TEST = 1 << 25;
        const TRANS = Self::TRANS_33.bits() | Self::TRANS_66.bits();
    }
}

/// What a side makes of the brush it is on: its material, then its numbers.
pub(crate) fn side_rule(side: &Side, materials: &Materials) -> MaterialRule {
    flagged_rule(&side.material, side.content_flags, side.surface_flags, materials)
}

/// What a material with these numbers makes of what it is on.
pub(crate) fn flagged_rule(
    material: &str,
    content_flags: u32,
    surface_flags: u32,
    materials: &Materials,
) -> MaterialRule {
    let mut rule = material_rule(material);
    let (filled, surface) = (Filled::from_bits_retain(content_flags), Surface::from_bits_retain(surface_flags));
    // Numbers take the place of what the texture says, as in Quake 2; that a brush is detail is no word about its material.
    if (filled - Filled::DETAIL).is_empty() && surface.is_empty() {
        rule = materials.get(material).map_or(rule, |known| known.over(rule));
    }
    // A hint has no other meaning, and maps of Quake 3 have numbers on hints that say nothing.
    let may_be_solid = rule.role == BrushRole::Hint && !rule.flags.contains(SurfaceFlags::HINT);
    let not_a_skip = !surface.is_empty() && !surface.intersects(Surface::HINT | Surface::SKIP);
    if VISIBLE.iter().any(|(bit, _)| filled.contains(*bit)) || may_be_solid && not_a_skip {
        // What the side is is said: a name that makes a tool of it says so for sides without numbers.
        rule.role = BrushRole::Structural;
        rule.flags -= SurfaceFlags::HINT | SurfaceFlags::SKIP;
    }
    rule.contents = contents(filled, surface).or(rule.contents);
    rule.role = role(filled, surface).unwrap_or(rule.role);
    rule.flags |= self::surface_flags(filled, surface);
    rule
}

/// Whether nothing but hint and skip flags is on a brush: it has no contents then. A single skipped side, such as a
/// water's top, is merely not drawn.
pub(crate) fn only_skipped(sides: &[Side]) -> bool {
    sides.iter().all(|side| Surface::from_bits_retain(side.surface_flags).intersects(Surface::HINT | Surface::SKIP))
}

/// Whether the side is of mist, which is seen from within as well; Quake 2's other contents that hold nobody are not.
pub(crate) fn is_mist(side: &Side) -> bool {
    let filled = Filled::from_bits_retain(side.content_flags);
    VISIBLE.iter().find(|(bit, _)| filled.contains(*bit)).is_some_and(|(bit, _)| *bit == Filled::MIST)
}

/// Visible contents that decide, the most solid first.
const VISIBLE: [(Filled, Contents); 8] = [
    (Filled::SOLID, Contents::SOLID),
    (Filled::WINDOW, Contents::WINDOW),
    (Filled::LAVA, Contents::LAVA),
    (Filled::SLIME, Contents::SLIME),
    (Filled::WATER, Contents::WATER),
    (Filled::MIST, Contents::TRANSLUCENT),
    (Filled::AUX, Contents::TRANSLUCENT),
    (Filled::AREA_PORTAL, Contents::AREA_PORTAL),
];

/// Where a liquid flows to.
const CURRENTS: [(Filled, Contents); 6] = [
    (Filled::CURRENT_0, Contents::CURRENT_0),
    (Filled::CURRENT_90, Contents::CURRENT_90),
    (Filled::CURRENT_180, Contents::CURRENT_180),
    (Filled::CURRENT_270, Contents::CURRENT_270),
    (Filled::CURRENT_UP, Contents::CURRENT_UP),
    (Filled::CURRENT_DOWN, Contents::CURRENT_DOWN),
];

/// Ours for each of `bits` that is in `filled`.
fn translated(filled: Filled, bits: &[(Filled, Contents)]) -> Contents {
    bits.iter().filter(|(bit, _)| filled.contains(*bit)).fold(Contents::empty(), |all, (_, ours)| all | *ours)
}

/// What fills the brush, `None` where the numbers leave it open.
fn contents(filled: Filled, surface: Surface) -> Option<Contents> {
    let clips = [(Filled::PLAYER_CLIP, Contents::PLAYER_CLIP), (Filled::MONSTER_CLIP, Contents::MONSTER_CLIP)];
    let clip = translated(filled, &clips);
    let visible = VISIBLE.iter().find(|(bit, _)| filled.contains(*bit)).map(|(_, ours)| *ours);
    let ladder = if filled.contains(Filled::LADDER) { Contents::LADDER } else { Contents::empty() };
    // Solid that one sees through is a window, as id Software's qbsp3 has it.
    let see_through = surface.intersects(Surface::TRANS | Surface::ALPHA_TEST);
    match visible {
        _ if surface.contains(Surface::SKY) => Some(Contents::SKY),
        None if !clip.is_empty() => Some(clip),
        None | Some(Contents::SOLID) if see_through => Some(Contents::WINDOW | ladder),
        None if !ladder.is_empty() => Some(Contents::SOLID | ladder),
        Some(liquid) if liquid.intersects(Contents::LIQUID) => Some(liquid | ladder | translated(filled, &CURRENTS)),
        visible => visible.map(|visible| visible | ladder),
    }
}

fn role(filled: Filled, surface: Surface) -> Option<BrushRole> {
    let clips = filled.intersects(Filled::PLAYER_CLIP | Filled::MONSTER_CLIP)
        && VISIBLE.iter().all(|(bit, _)| !filled.contains(*bit));
    if filled.contains(Filled::ORIGIN) {
        Some(BrushRole::Origin)
    } else if surface.contains(Surface::HINT) {
        Some(BrushRole::Hint)
    } else if clips {
        Some(BrushRole::Volume)
    } else if surface.intersects(Surface::TRANS) {
        // Glass does not cut the tree, as id Software's qbsp3 has it; liquids do whatever they are called.
        Some(BrushRole::Detail)
    } else {
        None
    }
}

fn surface_flags(filled: Filled, surface: Surface) -> SurfaceFlags {
    let unseen = SurfaceFlags::NODRAW;
    let mut flags = SurfaceFlags::empty();
    for (bits, ours) in [
        (Surface::LIGHT, SurfaceFlags::LIGHT),
        (Surface::SLICK, SurfaceFlags::SLICK),
        (Surface::SKY, SurfaceFlags::SKY),
        (Surface::WARP, SurfaceFlags::WARP),
        (Surface::TRANS_33, SurfaceFlags::TRANS),
        (Surface::TRANS_66, SurfaceFlags::TRANS),
        (Surface::NODRAW, unseen),
        (Surface::HINT, SurfaceFlags::HINT | unseen),
        (Surface::SKIP, SurfaceFlags::SKIP | unseen),
        (Surface::ALPHA_TEST, SurfaceFlags::ALPHA_TEST),
    ] {
        if surface.contains(bits) {
            flags |= ours;
        }
    }
    if filled.intersects(Filled::AREA_PORTAL) { flags | unseen } else { flags }
}

/// Bits that nothing here corresponds to, with what they are called in Quake 2.
const WITHOUT_COUNTERPART: [(Bits, u32, &str); 8] = [
    (Bits::Contents, 1 << 18, "a current towards +X outside liquid"),
    (Bits::Contents, 1 << 19, "a current towards +Y outside liquid"),
    (Bits::Contents, 1 << 20, "a current towards -X outside liquid"),
    (Bits::Contents, 1 << 21, "a current towards -Y outside liquid"),
    (Bits::Contents, 1 << 22, "a current upwards outside liquid"),
    (Bits::Contents, 1 << 23, "a current downwards outside liquid"),
    (Bits::Surface, 1 << 1, "a slippery surface (noted in the compiled map, but without effect)"),
    (Bits::Surface, 1 << 6, "a flowing surface"),
];

/// Which of the two words a bit is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bits {
    Contents,
    Surface,
}

/// Says which flags of the map have no counterpart, how often, and where first.
pub(crate) fn report_lost_flags(map: &Map, diagnostics: &mut Diagnostics) {
    let mut seen: BTreeMap<(Bits, u32), (usize, SourcePosition)> = BTreeMap::new();
    for entity in &map.entities {
        for brush in &entity.brushes {
            for side in &brush.sides {
                for (kind, bits) in lost(side) {
                    let at =
                        || SourcePosition::line(&map.source, side.line).entity(entity.id).brush(brush.id).side(side.id);
                    seen.entry((kind, bits)).or_insert_with(|| (0, at())).0 += 1;
                }
            }
        }
    }
    for ((kind, bit), (count, first)) in seen {
        let known = WITHOUT_COUNTERPART.iter().find(|(word, bits, _)| (*word, *bits) == (kind, bit));
        let word = if kind == Bits::Contents { "contents" } else { "surface flag" };
        let name = known.map_or("which is not known", |(_, _, name)| name);
        let message = format!("{count} sides have the {word} {bit}, {name}: it has no counterpart");
        diagnostics.push(Diagnostic::new(codes::FLAG_WITHOUT_COUNTERPART, message).at(first));
    }
}

fn without_currents() -> Filled {
    CURRENTS.iter().fold(Filled::all(), |all, (bit, _)| all - *bit)
}

/// The single bits of a side that mean nothing here.
fn lost(side: &Side) -> impl Iterator<Item = (Bits, u32)> {
    let filled = Filled::from_bits_retain(side.content_flags);
    let flows = filled.intersects(Filled::LAVA | Filled::SLIME | Filled::WATER);
    let known = if flows { Filled::all() } else { without_currents() };
    let contents = (filled - known).bits();
    let surface = side.surface_flags & !(Surface::all() - Surface::SLICK - Surface::FLOWING).bits();
    let single = |word: u32| (0..u32::BITS).map(|bit| 1 << bit).filter(move |bit| word & bit != 0);
    single(contents).map(|bit| (Bits::Contents, bit)).chain(single(surface).map(|bit| (Bits::Surface, bit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_win_over_the_name() {
        let named = |numbers: (u32, u32)| {
            let rule = flagged_rule("e1u1/skip", numbers.0, numbers.1, &Materials::default());
            (rule.contents, rule.role, rule.flags)
        };
        let unseen = SurfaceFlags::NODRAW;
        assert_eq!(named((0, 0)), (None, BrushRole::Hint, unseen | SurfaceFlags::SKIP));
        assert_eq!(named((0, 0x80)), (None, BrushRole::Structural, unseen));
        assert_eq!(named((1, 0x80)), (Some(Contents::SOLID), BrushRole::Structural, unseen));
        assert_eq!(named((1, 0x200)), (Some(Contents::SOLID), BrushRole::Structural, unseen | SurfaceFlags::SKIP));
    }

    #[test]
    fn numbers_make_no_wall_of_a_hint() {
        assert_eq!(flagged_rule("common/hint", 0, 15, &Materials::default()).role, BrushRole::Hint);
    }

    fn rule(content_flags: u32, surface_flags: u32) -> MaterialRule {
        let filled = Filled::from_bits_retain(content_flags);
        let surface = Surface::from_bits_retain(surface_flags);
        MaterialRule {
            contents: contents(filled, surface),
            flags: super::surface_flags(filled, surface),
            role: role(filled, surface).unwrap_or(BrushRole::Structural),
        }
    }

    #[test]
    fn numbers_of_quake_2_have_their_meaning() {
        let (plain, unseen) = (SurfaceFlags::empty(), SurfaceFlags::NODRAW);
        for (numbers, contents, flags, role) in [
            ((0, 0), None, plain, BrushRole::Structural),
            ((1 << 27, 0), None, plain, BrushRole::Structural),
            ((1, 0x80), Some(Contents::SOLID), unseen, BrushRole::Structural),
            ((32, 0x8), Some(Contents::WATER), SurfaceFlags::WARP, BrushRole::Structural),
            ((32, 0x18), Some(Contents::WATER), SurfaceFlags::WARP | SurfaceFlags::TRANS, BrushRole::Detail),
            ((8, 0x9), Some(Contents::LAVA), SurfaceFlags::WARP | SurfaceFlags::LIGHT, BrushRole::Structural),
            ((64, 0), Some(Contents::TRANSLUCENT), plain, BrushRole::Structural),
            ((2, 0x10), Some(Contents::WINDOW), SurfaceFlags::TRANS, BrushRole::Detail),
            ((0, 0x20), Some(Contents::WINDOW), SurfaceFlags::TRANS, BrushRole::Detail),
            ((1, 1 << 25), Some(Contents::WINDOW), SurfaceFlags::ALPHA_TEST, BrushRole::Structural),
            ((32 | 1 << 19, 0), Some(Contents::WATER | Contents::CURRENT_90), plain, BrushRole::Structural),
            ((1 | 1 << 19, 0), Some(Contents::SOLID), plain, BrushRole::Structural),
            ((0, 0x4), Some(Contents::SKY), SurfaceFlags::SKY, BrushRole::Structural),
            ((0x30000, 0x80), Some(Contents::PLAYER_CLIP | Contents::MONSTER_CLIP), unseen, BrushRole::Volume),
            ((0x2000_0000, 0), Some(Contents::SOLID | Contents::LADDER), plain, BrushRole::Structural),
            ((0, 0x100), None, unseen | SurfaceFlags::HINT, BrushRole::Hint),
            ((0, 0x200), None, unseen | SurfaceFlags::SKIP, BrushRole::Structural),
            ((1 << 24, 0), None, plain, BrushRole::Origin),
            ((0x8000, 0x80), Some(Contents::AREA_PORTAL), unseen, BrushRole::Structural),
        ] {
            assert_eq!(rule(numbers.0, numbers.1), MaterialRule { contents, flags, role }, "{numbers:?}");
        }
    }
}
