//! Where probes stand.

use super::MAX_PROBES;
use crate::visibility::LeafTree;
use kerosene_bsp::{BspFile, parse_entities};
use kerosene_math::Vec3;

/// Most probes of a map that has no `env_cubemap`.
const MOST_OF_ITS_OWN: usize = 8;
/// These stand at least so far from each other, in units.
const APART: f32 = 384.0;
/// Above a player's start, in units: about where eyes are.
const EYES: Vec3 = Vec3::new(0.0, 0.0, 32.0);

/// Where a level's probes stand.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ProbeSites {
    places: Vec<Vec3>,
}

impl ProbeSites {
    /// What mirrors no probe.
    pub(crate) const NONE: u32 = u32::MAX;

    /// The places that a map names, or else some that suit it.
    pub(crate) fn of_map(map: &BspFile, tree: &LeafTree) -> Self {
        let entities = parse_entities(map.entities()).unwrap_or_default();
        let (mut named, mut starts, mut lights) = (Vec::new(), Vec::new(), Vec::new());
        for entity in &entities {
            let class = entity.class_name();
            let list = match class {
                "env_cubemap" => &mut named,
                _ if class.starts_with("info_player") => &mut starts,
                _ if class.starts_with("light") && class != "light_environment" => &mut lights,
                _ => continue,
            };
            list.extend(entity.get("origin").and_then(place));
        }
        // Nothing is seen from within a wall.
        let open = |place: &Vec3| tree.cluster_of(*place).is_some();
        named.retain(open);
        if !named.is_empty() {
            named.truncate(MAX_PROBES);
            return Self { places: named };
        }
        let eyes = starts.iter().map(|start| if open(&(*start + EYES)) { *start + EYES } else { *start });
        let candidates: Vec<Vec3> = eyes.chain(lights).filter(open).collect();
        Self { places: spread(&candidates) }
    }

    /// The places.
    pub(crate) fn places(&self) -> &[Vec3] {
        &self.places
    }

    /// The probe that a surface mirrors, by a point of it and its normal: the nearest one that it faces.
    pub(crate) fn of_surface(&self, point: Vec3, normal: Vec3) -> u32 {
        self.nearest_where(point, |place| (place - point).dot(normal) > 0.0).unwrap_or_else(|| self.of_place(point))
    }

    /// The probe that is nearest to a place.
    pub(crate) fn of_place(&self, place: Vec3) -> u32 {
        self.nearest_where(place, |_| true).unwrap_or(Self::NONE)
    }

    fn nearest_where(&self, point: Vec3, holds: impl Fn(Vec3) -> bool) -> Option<u32> {
        let places = self.places.iter().zip(0..).filter(|(place, _)| holds(**place));
        let nearest = places.min_by(|(a, _), (b, _)| a.distance_squared(point).total_cmp(&b.distance_squared(point)));
        nearest.map(|(_, number)| number)
    }
}

/// A place as entities write it.
fn place(text: &str) -> Option<Vec3> {
    let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
    let place = Vec3::new(numbers.next()?, numbers.next()?, numbers.next()?);
    place.is_finite().then_some(place)
}

/// The first of the candidates, and then always the one that is farthest from those that were chosen (Gonzalez, "Clustering to
/// minimize the maximum intercluster distance", 1985).
fn spread(candidates: &[Vec3]) -> Vec<Vec3> {
    let mut chosen: Vec<Vec3> = candidates.first().copied().into_iter().collect();
    let mut away = vec![f32::INFINITY; candidates.len()];
    while chosen.len() < MOST_OF_ITS_OWN {
        let Some(last) = chosen.last().copied() else { break };
        for (away, candidate) in away.iter_mut().zip(candidates) {
            *away = away.min(candidate.distance(last));
        }
        let farthest = away.iter().zip(candidates).max_by(|a, b| a.0.total_cmp(b.0));
        match farthest {
            Some((away, candidate)) if *away >= APART => chosen.push(*candidate),
            _ => break,
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::world::{DrawClass, Surface, WorldMesh};
    use kerosene_bsp::sample::grid;

    fn sites(entities: &str) -> ProbeSites {
        let mut map = grid(3);
        map.entities = entities.to_owned();
        let map = map.to_file().unwrap();
        let surface = Surface { material: 0, class: DrawClass::Opaque, texels: [64.0; 2] };
        ProbeSites::of_map(&map, WorldMesh::new(&map, |_| Some(surface)).tree())
    }

    fn entity(class: &str, origin: &str) -> String {
        format!("{{\n\"classname\" \"{class}\"\n\"origin\" \"{origin}\"\n}}\n")
    }

    #[test]
    fn a_map_says_where_or_else_starts_and_lights_do() {
        // A place in the middle of the first room, whatever size rooms have.
        let map = grid(3).to_file().unwrap();
        let leaf = map.leaves().iter().find(|leaf| leaf.cluster >= 0).unwrap();
        let middle: Vec<f32> = (0..3).map(|axis| (leaf.mins[axis] + leaf.maxs[axis]) * 0.5).collect();
        let origin = format!("{} {} {}", middle[0], middle[1], middle[2]);
        let (start, named) = (entity("info_player_start", &origin), entity("env_cubemap", &origin));
        let surface = Surface { material: 0, class: DrawClass::Opaque, texels: [64.0; 2] };
        let mesh = WorldMesh::new(&map, |_| Some(surface));
        let walls = (0..4000).map(|step| Vec3::new(step as f32, middle[1], middle[2]));
        let wall = walls.into_iter().find(|place| mesh.tree().cluster_of(*place).is_none()).unwrap();
        let within = entity("env_cubemap", &format!("{} {} {}", wall.x, wall.y, wall.z));
        assert_eq!(sites(&format!("{start}{named}{within}")).places(), [Vec3::new(middle[0], middle[1], middle[2])]);
        assert_eq!(sites(&start).places().len(), 1);
        assert_eq!(sites(&entity("light", &origin)).places().len(), 1);
        assert!(sites(&within).places().is_empty() && sites("").places().is_empty());
        assert!(sites(&entity("light", "nowhere")).places().is_empty());
    }

    #[test]
    fn places_are_spread_and_few() {
        let row: Vec<Vec3> = (0..100).map(|step| Vec3::X * step as f32 * 100.0).collect();
        let chosen = spread(&row);
        assert_eq!(chosen.len(), MOST_OF_ITS_OWN);
        assert_eq!(chosen[..2], [Vec3::ZERO, Vec3::X * 9900.0]);
        assert_eq!(spread(&row[..4]), [Vec3::ZERO]);
        assert!(spread(&[]).is_empty());
    }

    #[test]
    fn a_surface_mirrors_what_is_before_it() {
        let sites = ProbeSites { places: vec![Vec3::X * -10.0, Vec3::X * 50.0] };
        assert_eq!(sites.of_surface(Vec3::ZERO, Vec3::X), 1);
        assert_eq!(sites.of_surface(Vec3::ZERO, Vec3::NEG_X), 0);
        assert_eq!(sites.of_surface(Vec3::ZERO, Vec3::Z), 0);
        assert_eq!(sites.of_place(Vec3::X * 40.0), 1);
        assert_eq!(ProbeSites::default().of_place(Vec3::ZERO), ProbeSites::NONE);
    }
}
