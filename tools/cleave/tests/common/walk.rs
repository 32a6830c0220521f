//! Going from floor to floor.

use kerosene_bsp::Bsp;

/// The floors that can be walked to from one, itself first.
pub(crate) fn reached_from(bsp: &Bsp, first: usize) -> Vec<usize> {
    let mut reached = vec![first];
    let mut place = 0;
    while let Some(&at) = reached.get(place) {
        let floor = &bsp.walk_polygons[at];
        for link in &bsp.walk_links[floor.first_link as usize..][..floor.link_count as usize] {
            if !reached.contains(&(link.polygon as usize)) {
                reached.push(link.polygon as usize);
            }
        }
        place += 1;
    }
    reached
}
