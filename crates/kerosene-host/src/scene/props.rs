//! Props: models of point entities, and what their skeletons do.

use super::{keys::number, look::Look};
use crate::assets::Assets;
use kerosene_bsp::Orientation;
use kerosene_engine::Engine;
use kerosene_entity::{Animation, EntityId, EntityWorld};
use kerosene_render::{Frame, ModelHandle, Pose, Prop};

/// Seconds in which one animation blends over into the next.
const BLEND: f64 = 0.2;

/// What is seen of them.
#[derive(Debug, Default)]
pub(super) struct Props {
    seen: Vec<SeenProp>,
}

/// A prop as it was at the last tick.
#[derive(Debug, Clone, Copy)]
struct SeenProp {
    entity: EntityId,
    model: ModelHandle,
    scale: f32,
    look: Look,
    animation: Option<SeenAnimation>,
}

/// An animation, with its clips' places in the model.
#[derive(Debug, Clone, Copy, PartialEq)]
struct SeenAnimation {
    state: Animation,
    clip: Option<u16>,
    from: Option<u16>,
}

impl Props {
    pub(super) fn clear(&mut self) {
        self.seen.clear();
    }

    pub(super) fn look(&mut self, entities: &EntityWorld, entity: EntityId, assets: &mut impl Assets) {
        let Some(path) = entities.text_field(entity, "model") else { return };
        if path.is_empty() || path.starts_with('*') {
            return;
        }
        let Some(look) = Look::of(entities, entity) else { return };
        let Some(model) = assets.model(path) else { return };
        let scale = number(entities, entity, "modelscale", 1.0);
        let scale = if scale > 0.0 { scale } else { 1.0 };
        let animation = entities.animation(entity).map(|state| SeenAnimation {
            state,
            clip: assets.clip(model, entities.text(state.clip)),
            from: assets.clip(model, entities.text(state.from)),
        });
        self.seen.push(SeenProp { entity, model, scale, look, animation });
    }

    pub(super) fn fill(&self, engine: &Engine, alpha: f32, frame: &mut Frame) {
        for prop in &self.seen {
            let (pose, tint) =
                (engine.interpolated_pose(prop.entity, alpha).unwrap_or_default(), prop.look.tint(frame.time));
            if tint[3] > 0.0 {
                frame.props.push(Prop {
                    model: prop.model,
                    origin: pose.origin,
                    orientation: Orientation::of(pose.angles()),
                    scale: prop.scale,
                    pose: prop.animation.map_or_else(Pose::default, |animation| animation.pose(frame.time)),
                    tint,
                });
            }
        }
    }
}

impl SeenAnimation {
    /// What the skeleton does at a moment of the level, in seconds.
    fn pose(&self, seconds: f64) -> Pose {
        let state = &self.state;
        let left = 1.0 - (seconds - state.began.seconds()).max(0.0) / BLEND;
        let from = self.from.filter(|_| left > 0.0).map(|from| (from, state.from_at, left as f32));
        Pose { clip: self.clip, time: state.at_moment(seconds), from }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_entity::Time;

    #[test]
    fn clips_run_with_the_level_s_time_and_blend_at_their_beginning() {
        let began = Time::from_nanoseconds(2_000_000_000);
        let state = Animation { since: began, began, rate: 2.0, from_at: 0.75, ..Animation::default() };
        let animation = SeenAnimation { state, clip: Some(1), from: Some(0) };
        let at = |seconds: f64| animation.pose(seconds);
        assert_eq!(at(2.0), Pose { clip: Some(1), time: 0.0, from: Some((0, 0.75, 1.0)) });
        assert_eq!(at(2.1), Pose { clip: Some(1), time: 0.2, from: Some((0, 0.75, 0.5)) });
        assert_eq!(at(3.0), Pose { clip: Some(1), time: 2.0, from: None });
        // Pictures lie a little behind the last tick.
        assert_eq!(at(1.99), Pose { clip: Some(1), time: 0.0, from: Some((0, 0.75, 1.0)) });
        let fresh = SeenAnimation { from: None, ..animation };
        assert_eq!(fresh.pose(2.1).from, None);
    }
}
