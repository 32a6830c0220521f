//! Lines for people who look for faults.

mod outlines;

pub(crate) use outlines::outline;

use crate::frame::DebugLine;
use bytemuck::{Pod, Zeroable};

/// Most lines of a picture.
const MOST: usize = 1 << 17;

/// An end of a line, as the GPU reads it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub(crate) struct LineVertex {
    position: [f32; 3],
    color: [f32; 4],
}

/// The lines of a picture: those that walls hide, then those that they do not.
#[derive(Debug, Clone, Default)]
pub(crate) struct LineList {
    vertices: Vec<LineVertex>,
    hidden: u32,
}

impl LineList {
    /// Takes the lines of a picture; what is past the most is left out.
    pub(crate) fn update<'a>(&mut self, lines: impl Iterator<Item = &'a DebugLine> + Clone) {
        let lines = lines.take(MOST);
        self.vertices.clear();
        for hidden in [true, false] {
            for line in lines.clone().filter(|line| line.hidden == hidden) {
                let vertex = |end: kerosene_math::Vec3| LineVertex { position: end.to_array(), color: line.color };
                self.vertices.extend([vertex(line.from), vertex(line.to)]);
            }
            if hidden {
                self.hidden = self.vertices.len() as u32;
            }
        }
    }

    /// Their ends.
    pub(crate) fn vertices(&self) -> &[LineVertex] {
        &self.vertices
    }

    /// Which vertices are of lines that walls hide.
    pub(crate) fn hidden(&self) -> std::ops::Range<u32> {
        0..self.hidden
    }

    /// Which are of the others.
    pub(crate) fn shown(&self) -> std::ops::Range<u32> {
        self.hidden..self.vertices.len() as u32
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use kerosene_math::Vec3;

    #[test]
    fn hidden_ones_come_first() {
        let line = |x: f32, hidden| DebugLine { from: Vec3::X * x, to: Vec3::Y, color: [1.0; 4], hidden };
        let mut list = LineList::default();
        list.update([line(1.0, false), line(2.0, true), line(3.0, false)].iter());
        let starts: Vec<_> = list.vertices().iter().step_by(2).map(|vertex| vertex.position[0]).collect();
        assert_eq!((starts, list.hidden(), list.shown()), (vec![2.0, 1.0, 3.0], 0..2, 2..6));
    }
}
