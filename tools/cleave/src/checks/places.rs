//! Areas meet in area portals alone, and a body of water has one number.

use super::portals::normal_of;
use super::{Violation, leaf_at};
use crate::PortalFile;
use kerosene_bsp::records::LeafRecord;
use kerosene_bsp::{Bsp, Contents};
use kerosene_math::DVec3;

/// How far from the middle of a portal the leaves on its sides are looked up, in units.
const BESIDE: f64 = 1.0 / 64.0;

/// A cluster is in one area. Clusters that a portal joins are in one area too, unless one of them lies in an area portal
/// that joins both areas. Where both sides of a portal hold the same liquid they are one water, and only where there is
/// liquid is there water.
///
/// # Errors
///
/// [`Violation::AreasMeet`], [`Violation::DividedWater`].
pub fn areas_and_waters_are_whole(bsp: &Bsp, file: &PortalFile) -> Result<(), Violation> {
    let mut of_cluster: Vec<Option<&LeafRecord>> = vec![None; bsp.cluster_count as usize];
    for (number, leaf) in bsp.leaves.iter().enumerate() {
        let Ok(cluster) = usize::try_from(leaf.cluster) else { continue };
        let first = *of_cluster[cluster].get_or_insert(leaf);
        if first.area != leaf.area {
            return Err(Violation::ClusterInAreas { cluster, areas: [first.area, leaf.area] });
        }
        let water = (leaf.water as usize).checked_sub(1).map(|water| &bsp.waters[water]);
        if water.map_or(0, |water| water.contents) != leaf.contents & Contents::LIQUID.bits() {
            return Err(Violation::StrangeWater { leaf: number, water: leaf.water });
        }
    }
    for (portal, record) in file.portals.iter().enumerate() {
        let [Some(one), Some(two)] = record.clusters.map(|cluster| of_cluster[cluster as usize]) else { continue };
        if one.area != two.area && !may_meet(bsp, one, two) {
            return Err(Violation::AreasMeet { portal, areas: [one.area, two.area] });
        }
        let Some(normal) = normal_of(&record.points) else { continue };
        let middle = record.points.iter().sum::<DVec3>() / record.points.len() as f64;
        let sides = [1.0, -1.0].map(|side| leaf_at(bsp, middle + normal * (side * BESIDE)));
        let are_beside =
            sides.iter().zip(record.clusters).all(|(leaf, cluster)| i64::from(leaf.cluster) == i64::from(cluster));
        let [one, two] = sides;
        if are_beside && one.contents == two.contents && one.water != two.water {
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
