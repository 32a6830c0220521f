//! Reflections: what the level looks like around a few places of it.
//!
//! A probe stands where the map has an `env_cubemap`; a map without any is given a few where its player starts and its lights
//! are, which is where people built rooms. Each surface mirrors the nearest one before it, each model the nearest one, without
//! a transition between them: as Source does, at no cost of a picture's own.
//!
//! When a level has been loaded, pictures draw the probes' surroundings on the side, a few faces of a cube with each, without
//! what moves by itself. Those six faces become layers of one texture: all directions folded onto a square (an octahedron,
//! Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors", 2014), each level of which is as blurred
//! as a surface of a certain roughness mirrors it. A square has what is beyond its edges around it, so that it is filtered
//! without seams; and arrays of squares are there on every GPU, arrays of cubes are not.
//!
//! Deliberately absent: reflections of models, of moving lights and of other reflections, and parallax within a room. Until its
//! probe is drawn a surface mirrors a plain sky above a plain ground.

mod pass;
mod sites;

pub(crate) use pass::{FACE_SIZE, ProbePass, face_projection};
pub(crate) use sites::ProbeSites;

/// Most probes of a level: bits of a number say which are there.
pub(crate) const MAX_PROBES: usize = 64;

/// Faces of a cube.
pub(crate) const FACES: usize = 6;

/// Which probes of a level are drawn already.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProbeProgress {
    /// Faces that are drawn, probe by probe.
    drawn: usize,
    probes: usize,
}

impl ProbeProgress {
    /// None of so many probes is drawn.
    pub(crate) fn of(probes: usize) -> Self {
        Self { drawn: 0, probes }
    }

    /// The probe and the face that are to be drawn next.
    pub(crate) fn next(&self) -> Option<(usize, usize)> {
        let place = (self.drawn / FACES, self.drawn % FACES);
        (place.0 < self.probes).then_some(place)
    }

    /// A face has been drawn; says whether it was its probe's last.
    pub(crate) fn advance(&mut self) -> bool {
        self.drawn += 1;
        self.drawn.is_multiple_of(FACES)
    }

    /// A bit for each probe that is there.
    pub(crate) fn ready(&self) -> u64 {
        let count = (self.drawn / FACES).min(MAX_PROBES) as u32;
        u64::MAX.checked_shr(u64::BITS - count).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probe_is_there_when_its_last_face_is() {
        let mut progress = ProbeProgress::of(2);
        for drawn in 0..12 {
            assert_eq!(progress.next(), Some((drawn / 6, drawn % 6)));
            assert_eq!(progress.ready(), [0b0, 0b1][drawn / 6]);
            assert_eq!(progress.advance(), drawn % 6 == 5);
        }
        assert_eq!((progress.next(), progress.ready()), (None, 0b11));
        assert_eq!(ProbeProgress::of(0).next(), None);
    }

    #[test]
    fn all_probes_have_a_bit() {
        let progress = ProbeProgress { drawn: MAX_PROBES * FACES, probes: MAX_PROBES };
        assert_eq!(progress.ready(), u64::MAX);
    }
}
