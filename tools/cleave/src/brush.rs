//! Brushes as the compiler sees them: half-spaces on interned planes, a polygon for each side, contents.

use crate::classes::{ClassRule, FaceRule};
use crate::codes;
use crate::cut::behind;
use crate::flags::{is_mist, only_skipped, side_rule};
use crate::materials::Materials;
use crate::options::WORLD_LIMIT;
use crate::planes::PlaneTable;
use crate::textures::TextureTable;
use crate::volume::{BrushRole, MaterialRule, VolumeClass};
use kerosene_bsp::{Contents, MAX_REAL_SIDES, SurfaceFlags, WalkRule};
use kerosene_diagnostics::{Diagnostics, SourcePosition};
use kerosene_map as map;
use kerosene_math::DAabb;
use kerosene_math::exact::{ExactPlane, ExactWinding, PackedWinding};

/// Where an object stands in the source map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceRef {
    /// Id of the entity.
    pub entity: u32,
    /// Id of the brush.
    pub brush: u32,
    /// 1-based line, 0 where there is none.
    pub line: u32,
}

impl SourceRef {
    /// The position for a message about `file`.
    pub(crate) fn position(&self, file: &str) -> SourcePosition {
        SourcePosition::line(file, self.line).entity(self.entity).brush(self.brush)
    }
}

/// One side of a [`Brush`].
#[derive(Debug, Clone)]
pub(crate) struct BrushSide {
    /// Plane with the normal out of the brush.
    pub plane: u32,
    /// Index into the texture table.
    pub texinfo: u32,
    /// Flags of the face.
    pub flags: SurfaceFlags,
    /// Id of the side in the source map.
    pub source_id: u32,
    /// Smoothing group bits.
    pub smoothing_groups: u32,
    /// What it says of walking on it.
    pub walk_rule: WalkRule,
    /// The face, clockwise seen from outside.
    pub winding: PackedWinding,
}

/// A convex solid with at least four faces.
#[derive(Debug, Clone)]
pub(crate) struct Brush {
    /// Where it came from.
    pub source: SourceRef,
    /// What fills it.
    pub contents: Contents,
    /// What it is to the tree.
    pub class: VolumeClass,
    /// How it takes part.
    pub role: BrushRole,
    /// How its faces go with those of others.
    pub faces: FaceRule,
    /// Section it streams with; 0 is the world.
    pub section: u32,
    /// Sides that have a face, in source order.
    pub sides: Vec<BrushSide>,
    /// Bounds of the faces.
    pub bounds: DAabb,
}

/// A brush whose planes are known and whose faces are not yet.
#[derive(Debug)]
pub(crate) struct BrushPlan {
    source: SourceRef,
    contents: Contents,
    role: BrushRole,
    faces: FaceRule,
    section: u32,
    sides: Vec<SidePlan>,
}

#[derive(Debug)]
struct SidePlan {
    plane: u32,
    texinfo: u32,
    flags: SurfaceFlags,
    source_id: u32,
    smoothing_groups: u32,
    walk_rule: WalkRule,
}

/// Interns what the brush names. Plans are made one after another, so that the tables come out the same
/// whatever the thread count; their faces can then be cut in parallel.
pub(crate) fn plan_brush(
    brush: &map::Brush,
    entity: u32,
    class: &ClassRule,
    planes: &mut PlaneTable,
    textures: &mut TextureTable,
    diagnostics: &mut Diagnostics,
    file: &str,
) -> Option<BrushPlan> {
    let source = SourceRef { entity, brush: brush.id, line: brush.line };
    if brush.sides.len() > MAX_REAL_SIDES as usize {
        diagnostics.push(codes::too_many_sides(&source, brush.sides.len(), file));
        return None;
    }
    if brush.sides.iter().flat_map(|side| side.points).all(|point| point.abs().max_element() > WORLD_LIMIT) {
        diagnostics.push(codes::outside_limits(&source, WORLD_LIMIT, file));
        return None;
    }
    let rules: Vec<MaterialRule> = brush.sides.iter().map(|side| side_rule(side, textures.materials())).collect();
    let (contents, role) = decide(brush, class, &rules);
    if class.contents.is_none() && disagree(&rules) {
        diagnostics.push(codes::mixed_contents(&source, brush, file));
    }
    let mut sides: Vec<SidePlan> = Vec::with_capacity(brush.sides.len());
    for (side, rule) in brush.sides.iter().zip(&rules) {
        let plane = match planes.intern_points(side.points) {
            Ok(plane) => plane,
            Err(error) => {
                diagnostics.push(codes::bad_plane(&source, side, &error, file));
                continue;
            }
        };
        if sides.iter().any(|known| known.plane == plane) {
            diagnostics.push(codes::duplicate_side(&source, side, file));
            continue;
        }
        if sides.iter().any(|known| known.plane == plane ^ 1) {
            diagnostics.push(codes::no_volume(&source, file));
            return None;
        }
        // Whatever an area portal is painted with, there is nothing to be seen.
        let hidden = if contents == Contents::AREA_PORTAL { SurfaceFlags::NODRAW } else { SurfaceFlags::empty() };
        let walk_rule = WalkRule::from_name(&side.walk_rule).unwrap_or_else(|| {
            diagnostics.push(codes::bad_walk_rule(&source, side, file));
            WalkRule::Allow
        });
        let (flags, smoothing_groups) = (rule.flags | hidden, side.smoothing_groups);
        let texinfo = textures.intern(side, flags);
        sides.push(SidePlan { plane, texinfo, flags, source_id: side.id, smoothing_groups, walk_rule });
    }
    if sides.len() < 4 {
        diagnostics.push(codes::too_few_sides(&source, sides.len(), file));
        return None;
    }
    let mist = VolumeClass::of(contents) == VolumeClass::Illusion && brush.sides.iter().any(is_mist);
    let faces = FaceRule { mirrored: class.faces.mirrored.or(mist.then_some(true)), ..class.faces };
    Some(BrushPlan { source, contents, role, faces, section: 0, sides })
}

/// Whether the drawn sides name contents that do not go together. Sky on some sides of a wall is common.
fn disagree(rules: &[MaterialRule]) -> bool {
    let mut drawn = rules.iter().filter(|rule| !rule.flags.contains(SurfaceFlags::NODRAW));
    let class = |rule: &MaterialRule| VolumeClass::of(rule.contents.unwrap_or(Contents::SOLID));
    let first = drawn.next().map(class);
    first.is_some_and(|first| drawn.any(|rule| class(rule) != first))
}

/// What fills a brush of an entity of `class`, and how it takes part.
pub(crate) fn role_and_contents(brush: &map::Brush, class: &ClassRule, materials: &Materials) -> (Contents, BrushRole) {
    let rules: Vec<MaterialRule> = brush.sides.iter().map(|side| side_rule(side, materials)).collect();
    decide(brush, class, &rules)
}

/// Contents and role: the entity's class first, then a tool material on any side, then the first side that
/// is drawn.
fn decide(brush: &map::Brush, class: &ClassRule, rules: &[MaterialRule]) -> (Contents, BrushRole) {
    let portal = Some(Contents::AREA_PORTAL);
    if class.contents == portal || rules.iter().any(|rule| rule.contents == portal) {
        return (Contents::AREA_PORTAL, BrushRole::Structural);
    }
    if only_skipped(&brush.sides) {
        return (Contents::empty(), BrushRole::Hint);
    }
    let tool = rules.iter().find(|rule| rule.role != BrushRole::Structural);
    let drawn = rules.iter().find(|rule| !rule.flags.contains(SurfaceFlags::NODRAW));
    // Of a brush that is not drawn at all, whatever side says something.
    let unseen = || rules.iter().find(|rule| rule.contents.is_some());
    let by_material = tool.or(drawn).or_else(unseen).and_then(|rule| rule.contents);
    // A clip brush is one in every class, but for those whose brushes only notice what enters.
    let keeps_volume = tool.is_some_and(|rule| rule.role == BrushRole::Volume) && class.role != Some(BrushRole::Volume);
    let by_class = class.contents.filter(|_| !keeps_volume);
    let mut contents = by_class.or(by_material).unwrap_or(Contents::SOLID);
    let mut role = tool.map_or(BrushRole::Structural, |rule| rule.role);
    if matches!(role, BrushRole::Origin | BrushRole::Hint) {
        return (Contents::empty(), role);
    }
    if let Some(forced) = class.role {
        role = if role == BrushRole::Volume { role } else { forced };
    }
    let never_structural = class.joins_world && VolumeClass::of(contents) == VolumeClass::Illusion;
    if (brush.detail || never_structural) && role == BrushRole::Structural {
        role = BrushRole::Detail;
    }
    // A volume keeps to what it is; everything that moves with its entity says so.
    if role != BrushRole::Volume && contents.intersects(Contents::SOLID | Contents::WINDOW | Contents::GRATE) {
        contents |= class.extra & Contents::MOVEABLE;
    }
    if role == BrushRole::Detail {
        // Liquid and sky shape the tree even when they are called detail.
        if contents.intersects(Contents::LIQUID | Contents::SKY) {
            role = BrushRole::Structural;
        } else {
            contents |= Contents::DETAIL;
        }
    }
    (contents, role)
}

impl Brush {
    /// Whether its faces are seen from within as well.
    pub(crate) fn is_mirrored(&self) -> bool {
        self.faces.mirrored.unwrap_or(self.class.is_entered())
    }

    /// Where faces lie on each other, the brush with the higher rank is drawn.
    pub(crate) fn rank(&self, index: usize) -> (VolumeClass, bool, i32, usize) {
        (self.class, self.role == BrushRole::Structural, self.faces.order, index)
    }
}

impl BrushPlan {
    /// The same brush in a section.
    pub(crate) fn in_section(self, section: u32) -> Self {
        Self { section, ..self }
    }

    /// Cuts the faces. `Err` says why the brush has no volume; sides that got no face are listed.
    pub(crate) fn build(self, planes: &[ExactPlane]) -> Result<(Brush, Vec<u32>), SourceRef> {
        let mut sides = Vec::with_capacity(self.sides.len());
        let mut redundant = Vec::new();
        let mut bounds = DAabb::EMPTY;
        for side in &self.sides {
            let others = self.sides.iter().map(|other| other.plane).filter(|&other| other != side.plane);
            let Some(winding) = cut_face(planes, side.plane, others) else {
                redundant.push(side.source_id);
                continue;
            };
            bounds = bounds.union(&winding.bounds());
            sides.push(BrushSide {
                plane: side.plane,
                texinfo: side.texinfo,
                flags: side.flags,
                source_id: side.source_id,
                smoothing_groups: side.smoothing_groups,
                walk_rule: side.walk_rule,
                winding: winding.pack(),
            });
        }
        if sides.len() < 4 {
            return Err(self.source);
        }
        let class = VolumeClass::of(self.contents);
        let brush = Brush {
            source: self.source,
            contents: self.contents,
            class,
            role: self.role,
            faces: self.faces,
            section: self.section,
            sides,
            bounds,
        };
        Ok((brush, redundant))
    }
}

/// The part of `plane` that is behind all of `others`.
fn cut_face(planes: &[ExactPlane], plane: u32, others: impl Iterator<Item = u32>) -> Option<ExactWinding> {
    let mut winding = ExactWinding::base(planes, plane, &PlaneTable::outer_box());
    for other in others {
        winding = behind(planes, winding, other)?;
    }
    Some(winding)
}
