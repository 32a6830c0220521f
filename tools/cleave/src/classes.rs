//! What an entity makes of its brushes: by its class, and by the keys that level designers know from other compilers.
//!
//! | class | seals | hides | blocks | covers the structure's faces |
//! |---|---|---|---|---|
//! | `detail` | where nothing else does | no | yes | yes |
//! | `detail_wall` | where nothing else does | no | yes | no |
//! | `detail_fence` | no | no | yes | no |
//! | `detail_illusionary` | no | no | no | no |
//! | `illusionary_visblocker` | no | yes | no | no |
//!
//! Any of them may carry `_mirrorinside` (the faces are seen from within as well), `_noclipfaces` (brushes of the same
//! contents leave its faces whole), `_chop_order` (where faces lie on each other, the higher one is drawn) and
//! `_omitbrushes` (the brushes are left out).

use crate::source;
use crate::volume::BrushRole;
use kerosene_bsp::Contents;
use kerosene_map::Entity;

/// What an entity makes of its brushes, whatever their materials say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassRule {
    /// Contents of every brush, `None` to ask the materials.
    pub contents: Option<Contents>,
    /// Added to whatever the brushes are.
    pub extra: Contents,
    /// Role of every brush, `None` to ask the materials.
    pub role: Option<BrushRole>,
    /// The brushes belong to the world, not to a model of their own.
    pub joins_world: bool,
    /// How the faces go with those of other brushes.
    pub faces: FaceRule,
}

/// How the faces of a brush go with those of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct FaceRule {
    /// The structure's faces are drawn whole, though this detail brush covers them.
    pub spares_structure: bool,
    /// Brushes of the same contents leave its faces whole.
    pub keeps_faces: bool,
    /// Whether the faces are seen from within; `None` where the contents decide.
    pub mirrored: Option<bool>,
    /// Of faces that lie on each other, the one with the higher order is drawn; of equals, the later one.
    pub order: i32,
}

const NOTHING: Contents = Contents::empty();

/// Part of the world, as the materials say.
const WORLD: ClassRule =
    ClassRule { contents: None, extra: NOTHING, role: None, joins_world: true, faces: FaceRule::covering() };

/// A model of its own that moves.
const MOVING: ClassRule = ClassRule { extra: Contents::MOVEABLE, joins_world: false, ..WORLD };

/// Held out of the tree, beside the structure's faces.
const BESIDE: ClassRule = ClassRule {
    extra: Contents::DETAIL,
    role: Some(BrushRole::Detail),
    faces: FaceRule { spares_structure: true, ..FaceRule::covering() },
    ..WORLD
};

/// An opening between two areas.
const AREA_PORTAL: ClassRule = ClassRule { contents: Some(Contents::AREA_PORTAL), ..WORLD };

/// A volume that is noticed and never drawn.
const fn volume(contents: Contents, joins_world: bool) -> ClassRule {
    ClassRule { contents: Some(contents), role: Some(BrushRole::Volume), joins_world, ..WORLD }
}

/// A model of its own that does not block.
const fn filling(contents: Contents) -> ClassRule {
    ClassRule { contents: Some(contents), joins_world: false, ..WORLD }
}

/// Classes that are part of the world or that fill space without blocking it.
const CLASS_RULES: &[(&str, ClassRule)] = &[
    ("worldspawn", WORLD),
    ("group", WORLD),
    ("detail", ClassRule { extra: Contents::DETAIL, role: Some(BrushRole::Detail), ..WORLD }),
    ("detail_wall", BESIDE),
    ("detail_fence", ClassRule { contents: Some(Contents::GRATE), ..BESIDE }),
    ("detail_illusionary", ClassRule { contents: Some(Contents::TRANSLUCENT), ..BESIDE }),
    (
        "illusionary_visblocker",
        ClassRule { contents: Some(Contents::OPAQUE), role: Some(BrushRole::Structural), ..WORLD },
    ),
    ("areaportal", AREA_PORTAL),
    ("areaportalwindow", AREA_PORTAL),
    ("ladder", volume(Contents::LADDER, true)),
    ("water", filling(Contents::WATER)),
    ("illusionary", filling(Contents::TRANSLUCENT)),
];

impl FaceRule {
    /// That of a brush without any key.
    pub(crate) const fn covering() -> Self {
        Self { spares_structure: false, keeps_faces: false, mirrored: None, order: 0 }
    }
}

/// What class `name` makes of its brushes; `func_` is not part of a name.
pub(crate) fn class_rule(name: &str) -> ClassRule {
    let name = name.to_ascii_lowercase();
    let name = name.strip_prefix("func_").unwrap_or(&name);
    if name.starts_with("trigger_") || source::is_open_class(name) {
        return volume(Contents::TRIGGER, false);
    }
    CLASS_RULES.iter().find(|(class, _)| *class == name).map_or(MOVING, |(_, rule)| *rule)
}

/// What `entity` makes of its brushes: its class, then its keys.
pub(crate) fn entity_rule(entity: &Entity) -> ClassRule {
    let mut rule = class_rule(entity.class_name());
    rule.faces.keeps_faces = number(entity, "_noclipfaces").is_some_and(|value| value != 0);
    rule.faces.mirrored = number(entity, "_mirrorinside").map(|value| value != 0);
    rule.faces.order = number(entity, "_chop_order").unwrap_or(0);
    rule
}

/// Whether the brushes of `entity` are left out.
pub(crate) fn omits_brushes(entity: &Entity) -> bool {
    number(entity, "_omitbrushes").is_some_and(|value| value != 0)
}

/// World units per luxel of all brushes of `entity`, where it says so.
pub(crate) fn lightmap_scale(entity: &Entity) -> Option<f64> {
    let keys = ["_world_units_per_luxel", "_lightmap_scale", "_lmscale"];
    let values = keys.iter().filter_map(|key| entity.get(key)?.trim().parse::<f64>().ok());
    values.into_iter().find(|value| value.is_finite() && *value > 0.0)
}

/// A key that is a whole number, or was written as a float by an editor.
fn number(entity: &Entity, key: &str) -> Option<i32> {
    let value = entity.get(key)?.trim().parse::<f64>().ok()?;
    value.is_finite().then_some(value as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(keys: &[(&str, &str)]) -> Entity {
        let keys = keys.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Entity { keys, ..Entity::default() }
    }

    /// The schema of the stock classes, which a test of the game crate keeps equal to them.
    const STOCK: &str = include_str!("../../../crates/kerosene-game/schema/kerosene.kdef");

    #[test]
    fn the_stock_classes_get_the_bodies_that_they_need() {
        use kerosene_entity::{ClassKind, Kdef, ModelRole};
        let kdef = Kdef::parse(STOCK).expect("the schema of the stock classes");
        let brushes = kdef.classes.iter().filter(|class| !class.is_base && class.kind == ClassKind::Brush);
        let mut movers = 0;
        for class in brushes {
            for name in std::iter::once(&class.name).chain(&class.aliases) {
                let rule = class_rule(name);
                let own_model = !rule.joins_world;
                let fits = match class.model {
                    ModelRole::Trigger => own_model && rule.contents == Some(Contents::TRIGGER),
                    ModelRole::None => !own_model || rule.contents.is_some(),
                    _ => own_model && (rule.contents.is_some() || rule.extra.contains(Contents::MOVEABLE)),
                };
                assert!(fits, "{name} is {:?} and compiles to {rule:?}", class.model);
                movers += usize::from(class.model == ModelRole::Mover);
            }
        }
        assert!(movers > 20, "{movers} names of movers");
    }

    #[test]
    fn keys_refine_what_the_class_says() {
        let plain = entity_rule(&entity(&[("classname", "func_detail_fence")]));
        assert_eq!((plain.contents, plain.faces.mirrored), (Some(Contents::GRATE), None));
        assert!(plain.faces.spares_structure && !plain.faces.keeps_faces);
        let keyed = [
            ("classname", "func_detail_fence"),
            ("_mirrorinside", "1"),
            ("_noclipfaces", "1.0"),
            ("_chop_order", "-3"),
        ];
        let faces = entity_rule(&entity(&keyed)).faces;
        let expected = FaceRule { spares_structure: true, keeps_faces: true, mirrored: Some(true), order: -3 };
        assert_eq!(faces, expected);
        let off = entity_rule(&entity(&[("classname", "func_group"), ("_mirrorinside", "0")]));
        assert_eq!(off.faces.mirrored, Some(false));
    }

    #[test]
    fn values_that_say_nothing_are_passed_over() {
        for value in ["", "yes", "nan", "1e999"] {
            let odd = entity(&[("_omitbrushes", value), ("_lmscale", value)]);
            assert!(!omits_brushes(&odd) && lightmap_scale(&odd).is_none(), "{value}");
        }
        assert_eq!(lightmap_scale(&entity(&[("_lmscale", "4")])), Some(4.0));
    }
}
