//! Counts what a Quake `.map` has no place for.

use super::side::TRAILING_KEY;
use crate::model::{Brush, EditorData, Map, Side, TextureUnits, UnknownNode};
use crate::report::{Place, Reporter};
use kerosene_diagnostics::{Diagnostics, codes};

/// World units per luxel that a side has unless someone changed it.
const USUAL_LIGHTMAP_SCALES: [f64; 2] = [16.0, 0.0];

/// How much of each kind is lost.
#[derive(Debug, Default)]
pub(super) struct Losses {
    wires: usize,
    meshes: usize,
    cordons: usize,
    sections: usize,
    repeats: usize,
    lightmap_scales: usize,
    smoothing_groups: usize,
    walk_rules: usize,
    unknown: usize,
    nested_visgroups: usize,
    streamed_visgroups: usize,
    extra_visgroups: usize,
    editor_notes: usize,
    /// Keys that end in a backslash.
    pub(super) keys: usize,
    /// Texts with a line break.
    pub(super) line_breaks: usize,
}

impl Losses {
    /// Counts everything but what only the writing of a text can tell.
    pub(super) fn look_at(&mut self, map: &Map) {
        self.cordons = map.cordons.len();
        self.unknown += map.unknown.len();
        for entity in &map.entities {
            self.wires += entity.connections.len();
            self.meshes += entity.meshes.len();
            self.unknown += entity.unknown.len();
            self.editor(&entity.editor);
            entity.brushes.iter().for_each(|brush| self.brush(brush));
        }
        for visgroup in &map.visgroups {
            self.nested_visgroups += usize::from(visgroup.parent.is_some());
            self.streamed_visgroups += usize::from(visgroup.stream);
            self.editor_notes += usize::from(visgroup.color.is_some());
            self.unknown += blocks(&visgroup.unknown);
        }
        self.unknown += map.groups.iter().map(|group| blocks(&group.unknown)).sum::<usize>();
    }

    fn brush(&mut self, brush: &Brush) {
        self.sections += usize::from(!brush.section.is_empty());
        self.unknown += brush.unknown.len();
        self.editor(&brush.editor);
        brush.sides.iter().for_each(|side| self.side(side));
    }

    fn side(&mut self, side: &Side) {
        self.lightmap_scales += usize::from(!USUAL_LIGHTMAP_SCALES.contains(&side.lightmap_scale));
        self.repeats += usize::from(side.texture_units == TextureUnits::Repeats);
        self.smoothing_groups += usize::from(side.smoothing_groups != 0);
        self.walk_rules += usize::from(!side.walk_rule.is_empty());
        let kept = |node: &&UnknownNode| matches!(node, UnknownNode::Key(key, _) if key == TRAILING_KEY);
        self.unknown += side.unknown.iter().filter(|node| !kept(node)).count();
    }

    fn editor(&mut self, editor: &EditorData) {
        self.extra_visgroups += editor.visgroups.len().saturating_sub(1);
        let noted = editor.color.is_some() || editor.hidden || !editor.comments.is_empty();
        self.editor_notes += usize::from(noted);
    }

    /// One message for each kind.
    pub(super) fn report(&self, source: &str) -> Diagnostics {
        let mut reporter = Reporter::new(source);
        for (count, what) in [
            (self.wires, "wires between entities"),
            (self.meshes, "meshes"),
            (self.cordons, "cordons"),
            (self.sections, "names of streamed sections on brushes"),
            (self.repeats, "texture axes in repeats of the texture (written as for textures of 128 x 128 texels)"),
            (self.lightmap_scales, "lightmap scales of sides"),
            (self.smoothing_groups, "smoothing groups of sides"),
            (self.walk_rules, "walk rules of sides"),
            (self.unknown, "keys and blocks that are not known"),
            (self.nested_visgroups, "visgroups inside visgroups (written side by side)"),
            (self.streamed_visgroups, "stream marks of visgroups"),
            (self.extra_visgroups, "second visgroups of one object"),
            (self.editor_notes, "colours, comments and hidden marks"),
            (self.keys, "keys that end in a backslash"),
            (self.line_breaks, "line breaks in texts (written as \\n)"),
        ] {
            if count > 0 {
                let message = format!("a Quake .map has no place for {count} {what}");
                reporter.report_with_fix(
                    codes::NOT_HELD,
                    Place::default(),
                    message,
                    "convert to .kmap, which holds everything",
                );
            }
        }
        reporter.finish()
    }
}

fn blocks(nodes: &[UnknownNode]) -> usize {
    nodes.iter().filter(|node| matches!(node, UnknownNode::Block(..))).count()
}
