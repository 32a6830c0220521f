//! Which shadow maps would be drawn as they are already.
//!
//! Most lights that cast shadows stand still, and so does most of what they shine on. A map is drawn again only where what
//! it would show differs from what it shows, by a hash of all that is drawn to it.

use super::casters::LevelShadows;
use super::select::MAX_SHADOWS;
use super::shadow::ShadowView;
use crate::model::{Batch, Gathered, STIFF};
use xxhash_rust::xxh3::Xxh3;

/// What each shadow map shows, and which are to be drawn.
#[derive(Debug, Clone, Default)]
pub(crate) struct Freshness {
    shown: [Option<u64>; MAX_SHADOWS],
    stale: [bool; MAX_SHADOWS],
}

impl Freshness {
    /// The maps show nothing that is of use.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes what a picture's maps are to show.
    pub(crate) fn update(&mut self, views: &[ShadowView], level: &LevelShadows, models: &Gathered) {
        self.stale = [false; MAX_SHADOWS];
        for (index, view) in views.iter().enumerate().take(MAX_SHADOWS) {
            let wanted = Some(hash(view, index, level, models));
            self.stale[index] = self.shown[index] != wanted;
            self.shown[index] = wanted;
        }
    }

    /// Whether a map is to be drawn.
    pub(crate) fn is_stale(&self, view: usize) -> bool {
        self.stale.get(view).copied().unwrap_or(false)
    }

    /// How many are.
    pub(crate) fn stale(&self) -> u32 {
        self.stale.iter().filter(|stale| **stale).count() as u32
    }
}

/// A number that what is drawn to a map decides.
fn hash(view: &ShadowView, index: usize, level: &LevelShadows, models: &Gathered) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(bytemuck::bytes_of(&view.matrix));
    for draw in level.draws_of(index) {
        let holes = draw.holes.map_or(u32::MAX, |material| material.0);
        hasher.update(bytemuck::bytes_of(&[draw.indices.start, draw.indices.end, holes]));
        if let Some(place) = level.places.get(draw.instance as usize) {
            hasher.update(bytemuck::bytes_of(place));
        }
    }
    for batch in models.casters_of(index) {
        hash_batch(&mut hasher, batch, models);
    }
    hasher.digest()
}

fn hash_batch(hasher: &mut Xxh3, batch: &Batch, models: &Gathered) {
    hasher.update(bytemuck::bytes_of(&[batch.model.0, batch.level as u32]));
    let instances = batch.instances.start as usize..batch.instances.end as usize;
    for instance in models.instances.get(instances).unwrap_or_default() {
        hasher.update(bytemuck::cast_slice(&instance.rows));
        if instance.first_bone != STIFF {
            let bones = instance.first_bone as usize..(instance.first_bone + instance.bone_count) as usize;
            hasher.update(bytemuck::cast_slice(models.bones.get(bones).unwrap_or_default()));
        }
    }
}
