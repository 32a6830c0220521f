//! Tool textures of Quake 2, Quake 3 and Half-Life that have no name of ours.
//!
//! These games decide by shaders or texture files that a map does not carry; what their stock ones are called is
//! known. Where a name says what a surface is but not in which game, the reading that every game shares is taken.

use crate::volume::{BrushRole, MaterialRule};
use kerosene_bsp::{Contents, SurfaceFlags};

/// Fills nothing, holds nobody: what only other games' bots, portals and lights know.
const NOTHING: MaterialRule =
    MaterialRule { contents: Some(Contents::empty()), flags: SurfaceFlags::NODRAW, role: BrushRole::Volume };

/// Not drawn, else as the other sides say.
const UNSEEN: MaterialRule = MaterialRule { contents: None, flags: SurfaceFlags::NODRAW, role: BrushRole::Structural };

/// Nothing to be seen or touched, unless another side of the brush says more.
const UNSEEN_AND_OPEN: MaterialRule = MaterialRule { contents: Some(Contents::TRANSLUCENT), ..UNSEEN };

const SKY: MaterialRule =
    MaterialRule { contents: Some(Contents::SKY), flags: SurfaceFlags::SKY, role: BrushRole::Structural };

const CLIP_PLAYERS: MaterialRule = clip(Contents::PLAYER_CLIP);
const CLIP_MONSTERS: MaterialRule = clip(Contents::MONSTER_CLIP);
const CLIP_ALL: MaterialRule = clip(Contents::PLAYER_CLIP.union(Contents::MONSTER_CLIP));

const fn clip(contents: Contents) -> MaterialRule {
    MaterialRule { contents: Some(contents), flags: SurfaceFlags::NODRAW, role: BrushRole::Volume }
}

const fn liquid(contents: Contents) -> MaterialRule {
    MaterialRule { contents: Some(contents), flags: SurfaceFlags::WARP, role: BrushRole::Structural }
}

/// By the whole name, lower case.
const WHOLE_NAMES: &[(&[&str], MaterialRule)] = &[
    (&["common/nodraw", "common/nodrawnonsolid", "common/nonsolid"], UNSEEN_AND_OPEN),
    (&["common/slick", "common/cushion"], CLIP_ALL),
];

/// By the last part of the name, lower case.
const STEMS: &[(&[&str], MaterialRule)] = &[
    (&["trigger", "aaatrigger", "toolstrigger", "noshader", "solidhint", "bevelhint", "bevel", "splitface"], UNSEEN),
    (&["full_clip", "fullclip", "weapclip", "metalclip", "physics_clip"], CLIP_ALL),
    (&["cliphull1", "cliphull2", "cliphull3", "clipbevel", "clipbevelbrush"], CLIP_PLAYERS),
    (&["botclip", "clip_mon", "donotenter", "do_not_enter"], CLIP_MONSTERS),
    (
        &[
            "nodrop",
            "lightgrid",
            "clusterportal",
            "antiportal",
            "missileclip",
            "contentempty",
            "boundingbox",
            "splitter",
        ],
        NOTHING,
    ),
    (&["contentwater"], liquid(Contents::WATER)),
    (&["contentsky"], SKY),
];

/// The last word of a name in a folder, as in `toxic/toxic_slime` or `e1u1/water4`.
const LAST_WORDS: &[(&str, MaterialRule)] = &[
    ("water", liquid(Contents::WATER)),
    ("slime", liquid(Contents::SLIME)),
    ("lava", liquid(Contents::LAVA)),
    ("sky", SKY),
    ("skybox", SKY),
];

/// The rule for the lower-case name of a material, if another game has one.
pub(crate) fn game_material(name: &str) -> Option<MaterialRule> {
    let listed = |names: &[(&[&str], MaterialRule)], wanted: &str| {
        names.iter().find(|(names, _)| names.contains(&wanted)).map(|(_, rule)| *rule)
    };
    let (folder, stem) = name.rsplit_once('/').map_or((None, name), |(folder, stem)| (Some(folder), stem));
    let in_folder = || {
        let folder = folder?;
        if folder == "skies" {
            return Some(SKY);
        }
        let last = stem.split(|letter: char| !letter.is_ascii_alphabetic()).rfind(|word| !word.is_empty())?;
        LAST_WORDS.iter().find(|(word, _)| *word == last).map(|(_, rule)| *rule)
    };
    listed(WHOLE_NAMES, name).or_else(|| listed(STEMS, stem)).or_else(in_folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(name: &str) -> Option<Contents> {
        game_material(name)?.contents
    }

    #[test]
    fn stock_tools_of_other_games_have_their_meaning() {
        assert_eq!(contents("common/weapclip"), Some(Contents::PLAYER_CLIP | Contents::MONSTER_CLIP));
        assert_eq!(contents("common/donotenter"), Some(Contents::MONSTER_CLIP));
        assert_eq!(contents("common/lightgrid"), Some(Contents::empty()));
        assert_eq!(contents("common/nodrawnonsolid"), Some(Contents::TRANSLUCENT));
        assert_eq!((contents("common/slick"), contents("metal/slick")), (contents("common/weapclip"), None));
        assert_eq!(game_material("aaatrigger"), Some(UNSEEN));
    }

    #[test]
    fn last_words_count_in_folders_only() {
        assert_eq!(contents("toxic/toxic_slime"), Some(Contents::SLIME));
        assert_eq!(contents("e1u1/water1_8"), Some(Contents::WATER));
        assert_eq!(contents("skies/desert"), Some(Contents::SKY));
        assert_eq!(contents("final_rage/nodraw-lava"), Some(Contents::LAVA));
        for solid in ["water1", "metal/waterpipe", "e1u1/brwater", "trak5/glass", "a/", "", "a/7"] {
            assert_eq!(game_material(solid), None, "{solid}");
        }
    }
}
