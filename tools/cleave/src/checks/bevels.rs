//! No bevel repeats a plane that its brush already has.

use super::Violation;
use kerosene_bsp::Bsp;
use kerosene_bsp::bevels::{DIST_EPSILON, NORMAL_EPSILON};
use kerosene_bsp::records::PlaneRecord;

/// Half of what bevels are told apart by: rounding to single precision brings planes that much nearer at most.
const SHARE: f64 = 0.5;

/// In the planes as they are written, no bevel of a brush is the same as a side or another bevel of it.
///
/// # Errors
///
/// [`Violation::RepeatedBevel`].
pub fn bevels_repeat_no_side(bsp: &Bsp) -> Result<(), Violation> {
    for (brush, record) in bsp.brushes.iter().enumerate() {
        let sides = &bsp.brush_sides[record.first_side as usize..][..record.side_count as usize];
        for (place, bevel) in sides.iter().enumerate().filter(|(_, side)| side.bevel != 0) {
            let plane = &bsp.planes[bevel.plane as usize];
            let same = |other: usize| {
                let other = sides[other].plane;
                other == bevel.plane || same_plane(plane, &bsp.planes[other as usize])
            };
            if let Some(other) = (0..place).find(|&other| same(other)) {
                return Err(Violation::RepeatedBevel { brush, bevel: place, side: other });
            }
        }
    }
    Ok(())
}

fn same_plane(a: &PlaneRecord, b: &PlaneRecord) -> bool {
    let near = |(a, b): (&f32, &f32)| f64::from((a - b).abs()) < NORMAL_EPSILON * SHARE;
    a.normal.iter().zip(&b.normal).all(near) && f64::from((a.dist - b.dist).abs()) < DIST_EPSILON * SHARE
}
