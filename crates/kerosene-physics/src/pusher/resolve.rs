//! Finding room for one body after the models of a team have moved by a step.

use super::body::Body;
use super::motion::{OnBlock, Step};
use kerosene_bsp::{CollisionMap, PlacedModels, TraceRequest};
use kerosene_math::{DVec3, Vec3};

/// How often a body that is met by one part after another is swept against all of them.
const MAX_SWEEPS: usize = 4;
/// How often a body is led out of what it overlaps.
const MAX_WAYS_OUT: usize = 8;
/// How many surfaces a body that is pushed slides along.
const MAX_SLIDES: usize = 3;

/// A team that has moved by a step, and everything else.
pub(super) struct Scene<'a> {
    pub(super) map: &'a CollisionMap,
    /// The team's models are where the step took them.
    pub(super) models: &'a PlacedModels,
    /// One for each model of the team.
    pub(super) steps: &'a [Step],
}

/// What became of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resolved {
    /// It is out of the way, or crushed.
    Clear,
    /// It is in the way of a model, by index.
    InTheWay { model: usize },
}

/// How the models of the team would move a body.
struct Displacement {
    way: DVec3,
    /// Name of a model that meets it.
    pushed_by: Option<u32>,
    /// Whether it might still overlap one.
    is_doubtful: bool,
}

impl Scene<'_> {
    /// Carries, pushes and leads out a body.
    pub(super) fn resolve(&self, body: &mut Body) -> Resolved {
        let ride = self.named(body.ridden);
        let Displacement { way, pushed_by, is_doubtful } = self.displacement(body, ride);
        if way == DVec3::ZERO && !is_doubtful {
            self.turn_with(body, ride);
            return Resolved::Clear;
        }
        let start = body.origin;
        let mut place = self.slide(body, start, way);
        let mut pusher = pushed_by;
        let mut overlapped = self.overlapped(body, place);
        for _ in 0..MAX_WAYS_OUT {
            let Some(step) = overlapped else { break };
            let Some(out) = self.map.way_out_of(&body.request(place), &step.after) else { break };
            let next = self.slide(body, place, out.as_dvec3());
            pusher = Some(step.after.id);
            if next == place {
                break;
            }
            place = next;
            overlapped = self.overlapped(body, place);
        }
        if overlapped.is_some() && place != start && self.overlapped(body, start).is_none() {
            // Where it was, it is in nobody's way.
            (place, overlapped) = (start, None);
        }
        if let Some(step) = overlapped {
            if step.on_block == OnBlock::Stop {
                return Resolved::InTheWay { model: step.model };
            }
            body.crushed_by = Some(step.after.id);
        }
        body.origin = place;
        body.pushed_by = pusher.or(body.pushed_by);
        self.turn_with(body, ride);
        Resolved::Clear
    }

    /// The model of the team that has a name.
    fn named(&self, name: Option<u32>) -> Option<&Step> {
        self.steps.iter().find(|step| Some(step.after.id) == name)
    }

    /// How far the team carries the body, or pushes it from where it is.
    fn displacement(&self, body: &Body, ride: Option<&Step>) -> Displacement {
        let way_with = |step: Option<&Step>| step.map_or(DVec3::ZERO, |step| step.way_of(body.origin));
        let mut way = way_with(ride);
        if body.ground != body.ridden {
            way.z = way_with(self.named(body.ground)).z;
        }
        let (mut pushed_by, mut is_doubtful) = (None, false);
        for _ in 0..MAX_SWEEPS {
            let before = way;
            for step in self.steps {
                if !step.is_straight() {
                    is_doubtful = true;
                    continue;
                }
                let along = step.way();
                let relative = (way - along).as_vec3();
                if relative == Vec3::ZERO {
                    continue;
                }
                // Seen from the model, the body comes towards it.
                let request = TraceRequest { end: body.origin + relative, ..body.request(body.origin) };
                let trace = self.map.trace_model(&request, &step.before);
                is_doubtful |= trace.start_solid;
                if trace.fraction < 1.0 && !trace.all_solid {
                    way = along + (trace.end - body.origin).as_dvec3();
                    pushed_by = Some(step.after.id);
                    is_doubtful = true;
                }
            }
            if way == before {
                break;
            }
        }
        Displacement { way, pushed_by, is_doubtful: is_doubtful || way != DVec3::ZERO }
    }

    /// Moves a body as far as everything but the team lets it, along what it meets.
    fn slide(&self, body: &Body, start: Vec3, way: DVec3) -> Vec3 {
        let (mut place, mut way) = (start, way);
        for _ in 0..MAX_SLIDES {
            let end = (place.as_dvec3() + way).as_vec3();
            let request = TraceRequest { end, ..body.request(place) };
            let other = |model: usize| self.steps.iter().all(|step| step.model != model);
            let trace = self.map.trace_placed_where(&request, self.models, other);
            if trace.start_solid {
                return place;
            }
            place = trace.end;
            if trace.fraction >= 1.0 {
                return place;
            }
            let normal = trace.plane.normal.as_dvec3();
            let rest = way * (1.0 - f64::from(trace.fraction));
            way = rest - normal * rest.dot(normal).min(0.0);
        }
        place
    }

    /// The first part of the team that a body overlaps at a place.
    fn overlapped(&self, body: &Body, place: Vec3) -> Option<&Step> {
        self.steps.iter().find(|step| self.map.overlaps_model(&body.request(place), &step.after))
    }

    /// Turns what stands on a model with it.
    fn turn_with(&self, body: &mut Body, ride: Option<&Step>) {
        if let Some(step) = ride {
            body.turned += step.turned;
            let upright = body.velocity.z;
            body.velocity = step.turn(body.velocity).with_z(upright);
        }
    }
}
