//! Sets of visibility clusters.

/// The clusters that one may see from one of them: a row of the map's visibility, one bit for each cluster, the lowest first.
///
/// No tool writes such rows yet: without one every cluster counts as seen. This is where they come in.
#[derive(Debug, Clone, Copy)]
pub struct ClusterSet<'a>(pub &'a [u8]);

impl ClusterSet<'_> {
    /// Whether a cluster is in the set. Those past its end are: a row that is too short hides nothing.
    ///
    /// ```
    /// let seen = kerosene_render::visibility::ClusterSet(&[0b101]);
    /// assert_eq!([0, 1, 2, 8].map(|cluster| seen.contains(cluster)), [true, false, true, true]);
    /// ```
    #[must_use]
    pub fn contains(&self, cluster: u32) -> bool {
        self.0.get(cluster as usize / 8).is_none_or(|bits| bits >> (cluster % 8) & 1 != 0)
    }
}
