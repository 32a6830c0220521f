//! From an engine to what a picture is made of.
//!
//! A [`Scene`] looks at the level's entities once a tick and remembers what of them is seen; for each picture it fills a
//! [`Frame`] with that, moved to where it is between the last two ticks. So a picture between ticks costs a few copies, and
//! allocates nothing once the lists have their size.
//!
//! What a level may say of how things look is what Quake's and Source's mappers know: `rendermode`, `renderamt`,
//! `rendercolor`, `renderfx`, `model`, `skyname`, sprites, beams, fog. Classes of these that the game has no code for are
//! seen all the same: an entity that nobody runs still has its keys.

mod air;
mod brushes;
mod keys;
mod lights;
mod look;
mod points;
mod portals;
mod props;
mod styles;

use crate::assets::Assets;
use kerosene_engine::Engine;
use kerosene_entity::{EntityId, EntityWorld, Flags};
use kerosene_math::{Angles, Vec3};
use kerosene_render::{Camera, DebugLine, Frame, View};

pub use styles::{PATTERN_HERTZ, pattern_brightness};

/// Whose eyes, and how the picture is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eye {
    /// Where the eye is, in units.
    pub origin: Vec3,
    /// Where it looks, in degrees.
    pub angles: Angles,
    /// Degrees from left to right of a screen of 4:3.
    pub fov: f32,
    /// How the picture is shown.
    pub view: View,
}

/// What of a level is seen.
///
/// ```
/// use kerosene_engine::{Engine, EngineOptions, FALLBACK_MAP};
/// use kerosene_host::{Eye, NoAssets, Scene};
/// use kerosene_render::{Frame, View};
///
/// let mut engine = Engine::new(EngineOptions::default());
/// engine.load_map(FALLBACK_MAP)?;
/// let place = engine.spawn_points()[0].clone();
/// let eye = Eye { origin: place.origin, angles: place.view, fov: 90.0, view: View::default() };
/// let (mut scene, mut frame) = (Scene::default(), Frame::default());
/// scene.follow(&engine, &mut NoAssets);
/// scene.fill(&engine, &eye, &mut frame);
/// assert_eq!(frame.camera.origin, place.origin);
/// # Ok::<(), kerosene_engine::LoadError>(())
/// ```
#[derive(Debug, Default)]
pub struct Scene {
    /// Level and tick that were looked at last.
    seen: Option<(u64, u64)>,
    brushes: brushes::Brushes,
    portals: portals::Portals,
    points: points::Points,
    props: props::Props,
    lights: lights::Lights,
    styles: styles::Styles,
    air: air::Air,
}

impl Scene {
    /// Looks at the level anew, if a tick has passed or another level runs. `assets` are asked for what is seen for the
    /// first time.
    pub fn follow(&mut self, engine: &Engine, assets: &mut impl Assets) {
        let now = (engine.level_generation(), engine.tick_number());
        if self.seen == Some(now) {
            return;
        }
        self.seen = Some(now);
        self.brushes.clear();
        self.portals.clear();
        self.points.clear();
        self.props.clear();
        self.lights.clear();
        self.styles.clear();
        self.air.clear();
        let (Some(entities), Some(world)) = (engine.entities(), engine.world()) else { return };
        self.brushes.follow(world, entities);
        self.portals.follow(now.0, world, entities);
        for entity in entities.entities().filter(|&entity| is_there(entities, entity)) {
            let class = entities.class_name(entity);
            self.styles.look(entities, entity, class);
            self.air.look(entities, entity, class);
            if entities.flags(entity).contains(Flags::HIDDEN) {
                continue;
            }
            if !self.points.look(entities, entity, class, assets) {
                self.props.look(entities, entity, assets);
            }
            self.lights.look(entities, entity, class);
        }
    }

    /// Fills a picture's content; what it held is gone, but for its memory.
    pub fn fill(&self, engine: &Engine, eye: &Eye, frame: &mut Frame) {
        frame.clear();
        let alpha = engine.alpha();
        let behind = f64::from(1.0 - alpha) * engine.tick_rate().interval().as_secs_f64();
        frame.time = (engine.time_ns() as f64 * 1e-9 - behind).max(0.0);
        frame.camera = Camera { origin: eye.origin, angles: eye.angles, fov: eye.fov, ..Camera::default() };
        frame.view = eye.view;
        let Some(world) = engine.world() else { return };
        self.brushes.fill(alpha, frame);
        self.portals.fill(frame);
        self.points.fill(engine, alpha, frame);
        self.props.fill(engine, alpha, frame);
        self.lights.fill(engine, alpha, frame);
        self.styles.fill(frame);
        self.air.fill(world, eye.origin, frame);
        draw_gizmos(engine, frame);
    }
}

/// The lines that scripts draw to be understood; walls do not hide them.
fn draw_gizmos(engine: &Engine, frame: &mut Frame) {
    let Some(scripts) = engine.scripts() else { return };
    frame.debug_lines.extend(scripts.services().gizmos().lines().iter().map(|line| {
        let [red, green, blue] = line.color.to_rgb().map(keys::linear);
        DebugLine { from: line.from, to: line.to, color: [red, green, blue, 1.0], hidden: false }
    }));
}

/// Whether an entity takes part in the level at all.
fn is_there(entities: &EntityWorld, entity: EntityId) -> bool {
    entities.is_active(entity) && !entities.is_stored(entity)
}

#[cfg(test)]
mod tests;
