//! Areas meet in area portals alone, and a body of water has one number.

use super::Violation;
use crate::PortalFile;
use kerosene_bsp::records::LeafRecord;
use kerosene_bsp::{Bsp, Contents};

/// Leaves that a portal joins are in one area, unless one of them lies in an area portal that joins both areas; where
/// both hold the same liquid they are one water, and only where there is liquid is there water.
///
/// # Errors
///
/// [`Violation::AreasMeet`], [`Violation::DividedWater`].
pub fn areas_and_waters_are_whole(bsp: &Bsp, file: &PortalFile) -> Result<(), Violation> {
    let mut of_cluster: Vec<Option<&LeafRecord>> = vec![None; bsp.cluster_count as usize];
    for leaf in &bsp.leaves {
        if let Ok(cluster) = usize::try_from(leaf.cluster) {
            of_cluster[cluster] = Some(leaf);
        }
    }
    for (portal, record) in file.portals.iter().enumerate() {
        let [Some(one), Some(two)] = record.clusters.map(|cluster| of_cluster[cluster as usize]) else { continue };
        if one.area != two.area && !may_meet(bsp, one, two) {
            return Err(Violation::AreasMeet { portal, areas: [one.area, two.area] });
        }
        let divided = one.contents == two.contents && one.water != two.water;
        let fits = |leaf: &LeafRecord| {
            let water = (leaf.water as usize).checked_sub(1).map(|water| &bsp.waters[water]);
            water.map_or(0, |water| water.contents) == leaf.contents & Contents::LIQUID.bits()
        };
        if divided || !fits(one) || !fits(two) {
            return Err(Violation::DividedWater { portal, waters: [one.water, two.water] });
        }
    }
    Ok(())
}

/// Whether one of the leaves is in an area portal, and a portal joins the two areas.
fn may_meet(bsp: &Bsp, one: &LeafRecord, two: &LeafRecord) -> bool {
    let within = |leaf: &LeafRecord| Contents::from_bits_retain(leaf.contents).contains(Contents::AREA_PORTAL);
    let pair = [one.area.min(two.area), one.area.max(two.area)];
    (within(one) || within(two)) && bsp.area_portals.iter().any(|portal| portal.areas == pair)
}
