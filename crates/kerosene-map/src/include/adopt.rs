//! Objects of an included map become those of the map around it.

use crate::model::{Brush, EditorData, Mesh};

impl EditorData {
    /// Belongs to what includes the map: visgroups and groups of the included one stay behind.
    pub(crate) fn join(&mut self, around: &Self) {
        self.visgroups.clone_from(&around.visgroups);
        self.group = around.group;
    }
}

impl Brush {
    /// Belongs to what includes it, and stands on its line.
    pub(crate) fn adopt(&mut self, around: &EditorData, line: u32) {
        self.editor.join(around);
        self.line = line;
        self.sides.iter_mut().for_each(|side| side.line = line);
    }
}

impl Mesh {
    /// Belongs to what includes it, and stands on its line.
    pub(crate) fn adopt(&mut self, around: &EditorData, line: u32) {
        self.editor.join(around);
        self.line = line;
    }
}
