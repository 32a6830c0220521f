//! Lines for people who look for faults: of scripts, of entities, of what the renderer itself decides.
//!
//! They are cut off where the picture ends, before they are counted: a level has more of them than are seen, and an end that is
//! far out of sight is more than a GPU's numbers place rightly.

mod outlines;

pub(crate) use outlines::outline;

use crate::eye::Eye;
use crate::frame::DebugLine;
use bytemuck::{Pod, Zeroable};
use kerosene_math::Vec3;

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
    /// Takes those of the lines that eyes see; what is past the most is left out.
    pub(crate) fn update<'a>(&mut self, lines: &(impl Iterator<Item = &'a DebugLine> + Clone), eye: &Eye) {
        self.vertices.clear();
        for hidden in [true, false] {
            for line in lines.clone().filter(|line| line.hidden == hidden) {
                let seen = eye.frustum.clip(line.from, line.to).filter(|_| self.vertices.len() < MOST * 2);
                let vertex = |end: Vec3| LineVertex { position: end.to_array(), color: line.color };
                self.vertices.extend(seen.into_iter().flatten().map(vertex));
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
    use crate::frame::Camera;

    fn list<'a>(lines: &(impl Iterator<Item = &'a DebugLine> + Clone)) -> LineList {
        let mut list = LineList::default();
        list.update(lines, &Eye::new(&Camera::default(), [400, 300]));
        list
    }

    #[test]
    fn hidden_ones_come_first() {
        let line = |x: f32, hidden| DebugLine { from: Vec3::X * x, to: Vec3::Y, color: [1.0; 4], hidden };
        let list = list(&[line(1.0, false), line(2.0, true), line(3.0, false)].iter());
        let starts: Vec<_> = list.vertices().iter().step_by(2).map(|vertex| vertex.position[0]).collect();
        assert_eq!((starts, list.hidden(), list.shown()), (vec![2.0, 1.0, 3.0], 0..2, 2..6));
    }
    #[test]
    fn what_is_out_of_sight_takes_no_place() {
        let line = |x: f32| DebugLine { from: Vec3::X * x, to: Vec3::X * x + Vec3::Y, color: [1.0; 4], hidden: true };
        let behind = [line(-50.0)];
        let lines = behind.iter().cycle().take(MOST * 2);
        let list = list(&lines.chain([line(50.0)].iter()));
        assert_eq!((list.vertices().len(), list.vertices()[0].position), (2, [50.0, 0.0, 0.0]));
    }

    #[test]
    fn of_too_many_the_last_are_left_out() {
        let line = DebugLine { from: Vec3::X * 9.0, to: Vec3::X * 8.0, color: [1.0; 4], hidden: false };
        assert_eq!(list(&std::iter::repeat_n(&line, MOST + 5)).shown(), 0..MOST as u32 * 2);
    }
}
