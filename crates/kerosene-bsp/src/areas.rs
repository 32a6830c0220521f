//! Which areas are connected while some of the portals between them are shut.

use crate::records::{AreaPortalRecord, AreaRecord};

/// Areas by what connects them at the moment. Small: as many numbers as a map has areas.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AreaConnections {
    /// By area: the lowest area that it is connected with.
    groups: Vec<u32>,
}

impl AreaConnections {
    /// Connects `areas` through the `portals` for which `is_open` (given the portal's number) holds. Reuses its memory.
    ///
    /// ```
    /// use kerosene_bsp::records::{AreaPortalRecord, AreaRecord, NONE};
    /// use kerosene_bsp::AreaConnections;
    /// let area = AreaRecord { leaf_count: 1, mins: [0.0; 3], maxs: [0.0; 3] };
    /// let portal = |a, b| AreaPortalRecord { areas: [a, b], entity: NONE, model: NONE, mins: [0.0; 3], maxs: [0.0; 3] };
    /// let mut connections = AreaConnections::default();
    /// connections.update(&[area; 4], &[portal(1, 2), portal(2, 3)], |portal| portal == 0);
    /// assert!(connections.connected(1, 2) && !connections.connected(1, 3));
    /// ```
    pub fn update(&mut self, areas: &[AreaRecord], portals: &[AreaPortalRecord], is_open: impl Fn(usize) -> bool) {
        self.groups.clear();
        self.groups.extend(0..areas.len() as u32);
        for (_, portal) in portals.iter().enumerate().filter(|(number, _)| is_open(*number)) {
            let [a, b] = portal.areas.map(|area| self.root(area));
            // The lower number stands for both, so that every path of parents falls and ends.
            self.groups[a.max(b) as usize] = a.min(b);
        }
        for area in 0..areas.len() as u32 {
            self.groups[area as usize] = self.root(area);
        }
    }

    /// Whether one gets from area `a` to area `b` through open portals. Area 0 and numbers past the end are connected
    /// with nothing but themselves.
    pub fn connected(&self, a: u32, b: u32) -> bool {
        let group = |area: u32| self.groups.get(area as usize).copied();
        a == b || group(a).is_some() && group(a) == group(b)
    }

    fn root(&self, mut area: u32) -> u32 {
        while self.groups[area as usize] != area {
            area = self.groups[area as usize];
        }
        area
    }
}
