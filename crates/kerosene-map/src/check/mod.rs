//! Checks of an editable map: what a compiler, or a player, would stumble over, found without compiling.
//!
//! One library serves the tools, the editor and the build: a [`Lint`] is a code with what looks for it and, where
//! one repair is surely right, what repairs it. Each stands in a file of its own, named for what it finds; the table
//! [`LINTS`] is the list of them. Editors of the family know most of these rules under other names (TrenchBroom's
//! issue browser, Hammer's "check for problems"); compilers know others as warnings. Here they are the same objects.
//!
//! The geometry is decided exactly (`kerosene_math::exact`), so a brush that passes here is one that the compiler
//! can build, and the other way round.
//!
//! Deliberately absent: rules that need a compile (leaks), files (missing textures), or the schema of the classes.

mod brush;
mod editor;
mod entity;
mod lint;
mod mesh;
mod names;
mod shape;
mod spelling;
mod texture;
mod wire;

pub use entity::has_player_start;
pub use lint::{Lint, Repair};
pub use shape::brush_bounds;
pub use texture::WALK_RULES;

use crate::model::Map;
use crate::report::Reporter;
use kerosene_diagnostics::{Code, Diagnostics};
use lint::Subject;

/// Every check there is, in the order in which they run and report.
pub const LINTS: &[Lint] = &[
    brush::collinear_points::LINT,
    brush::duplicate_plane::LINT,
    brush::too_few_sides::LINT,
    brush::no_volume::LINT,
    brush::outside_world::LINT,
    brush::redundant_side::LINT,
    brush::mixed_contents::LINT,
    brush::off_grid::LINT,
    brush::thin::LINT,
    brush::small_face::LINT,
    brush::duplicate::LINT,
    brush::many_sides::LINT,
    texture::edge_on::LINT,
    texture::scale::LINT,
    texture::material_name::LINT,
    texture::material_case::LINT,
    texture::lightmap_scale::LINT,
    texture::walk_rule::LINT,
    mesh::face::LINT,
    mesh::vertex_data::LINT,
    entity::no_class_name::LINT,
    entity::misspelt_class::LINT,
    entity::no_body::LINT,
    entity::body_on_point::LINT,
    entity::empty_key::LINT,
    entity::empty_value::LINT,
    entity::duplicate_key::LINT,
    entity::quotes::LINT,
    entity::long_text::LINT,
    entity::bad_vector::LINT,
    entity::outside_world::LINT,
    entity::stacked::LINT,
    entity::compiled_model::LINT,
    entity::player_start::MISSING,
    entity::player_start::SEVERAL,
    wire::missing_target::LINT,
    wire::unused_name::LINT,
    wire::incomplete::LINT,
    wire::timing::LINT,
    wire::duplicate::LINT,
    wire::parent_loop::LINT,
    editor::empty_group::LINT,
    editor::unknown_group::LINT,
    editor::group_loop::LINT,
    editor::cordon_inside_out::LINT,
    editor::cordon_active::LINT,
    editor::hidden::LINT,
];

/// Runs every check over a map.
///
/// # Examples
///
/// ```
/// use kerosene_diagnostics::codes;
/// use kerosene_map::{check_map, read_map};
///
/// let text = b"{ \"classname\" \"worldspawn\" { ( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) wall 0 0 0 1 1 } }";
/// let map = read_map("flat.map", text, &Default::default())?.map;
/// let told = check_map(&map);
/// assert_eq!(told.count_of(codes::TOO_FEW_SIDES), 1);
/// # Ok::<(), kerosene_map::ReadError>(())
/// ```
pub fn check_map(map: &Map) -> Diagnostics {
    check_map_for(map, |_| true)
}

/// Runs those checks over a map whose code is `wanted`.
///
/// ```
/// use kerosene_diagnostics::codes;
/// use kerosene_map::{Map, check_map_for};
///
/// assert_eq!(check_map_for(&Map::default(), |code| code != codes::NO_PLAYER_START).count_of(codes::NO_PLAYER_START), 0);
/// ```
pub fn check_map_for(map: &Map, wanted: impl Fn(Code) -> bool) -> Diagnostics {
    let subject = Subject::new(map);
    let mut reporter = Reporter::new(&map.source);
    for lint in LINTS.iter().filter(|lint| wanted(lint.code())) {
        lint.check(&subject, &mut reporter);
    }
    reporter.finish()
}

/// Repairs what can be repaired in only one way, for those codes that are `wanted`; says how often for each.
///
/// Repairing again changes nothing more.
///
/// ```
/// use kerosene_diagnostics::codes;
/// use kerosene_map::{Entity, Map, repair_map};
///
/// let keys = vec![("classname".to_owned(), "worldspawn".to_owned()), (String::new(), "lost".to_owned())];
/// let mut map = Map { entities: vec![Entity { keys, ..Entity::default() }], ..Map::default() };
/// let repairs = repair_map(&mut map, |_| true);
/// assert_eq!((repairs[0].code, repairs[0].count), (codes::EMPTY_KEY, 1));
/// assert!(repair_map(&mut map, |_| true).is_empty());
/// ```
pub fn repair_map(map: &mut Map, wanted: impl Fn(Code) -> bool) -> Vec<Repair> {
    let wanted = LINTS.iter().filter(|lint| wanted(lint.code()));
    wanted.filter_map(|lint| lint.repair(map)).collect()
}
