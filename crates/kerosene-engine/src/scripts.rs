//! Scripts of entities: the engine's part of them.
//!
//! What scripts ask of the world around the entities they ask of a [`Scene`], which may be lent to a language for longer than
//! a borrow lasts. So the level's collision is moved into it while scripts run, and back when they are done.

use crate::{
    engine::Engine,
    players::{PlayerInput, command_for},
    world::World,
};
use kerosene_bsp::{Contents, TraceRequest, TraceShape};
use kerosene_console::Level as LogLevel;
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_framework::{ActionFrame, Body, Framework, Ray, RayHit, Runtime, Scene};
use kerosene_math::{Aabb, Vec3};
use kerosene_physics::Buttons;
use std::cell::RefCell;
use std::rc::Rc;

/// What a player weighs, in kilograms.
const PLAYER_MASS: f32 = 80.0;

/// The buttons of the actions that scripts know from the beginning ([`kerosene_framework::DEFAULT_ACTIONS`]); a pause is
/// the host's.
const ACTION_BUTTONS: [Buttons; 8] = [
    Buttons::JUMP,
    Buttons::USE,
    Buttons::ATTACK,
    Buttons::ATTACK2,
    Buttons::WALK,
    Buttons::DUCK,
    Buttons::RELOAD,
    Buttons::empty(),
];

/// One half of a tick of scripts.
type Half = fn(&mut Framework, &mut EntityWorld, &Rc<dyn Scene>, f32);

/// What scripts are written in, and the world as they see it.
#[derive(Debug, Default)]
pub(crate) struct Scripts {
    pub(crate) runtime: Rc<Runtime>,
    scene: Rc<LevelScene>,
}

/// The world around the entities, while scripts run.
#[derive(Debug, Default)]
struct LevelScene {
    world: RefCell<Option<World>>,
    players: RefCell<Vec<Walker>>,
}

/// A player as a ray meets it.
#[derive(Debug, Clone, Copy)]
struct Walker {
    entity: EntityId,
    bounds: Aabb,
    eye: Vec3,
    velocity: Vec3,
}

impl Engine {
    /// Runs one half of the scripts' tick, if there are any.
    pub(crate) fn run_scripts(&mut self, half: Half) {
        let busy = |level: &crate::level::Level| level.framework.script_count() > 0 || level.entities.has_scripted();
        let Some(mut level) = self.level.take_if(|level| busy(level)) else { return };
        level.world.follow(&level.entities);
        self.scripts.scene.players.borrow_mut().extend(self.players.as_slice().iter().map(|player| Walker {
            entity: player.entity,
            bounds: player.bounds(),
            eye: player.state.eye(),
            velocity: player.state.velocity,
        }));
        *self.scripts.scene.world.borrow_mut() = Some(level.world);
        let scene: Rc<dyn Scene> = Rc::clone(&self.scripts.scene) as Rc<dyn Scene>;
        let seconds = self.clock.rate().interval().as_secs_f32();
        half(&mut level.framework, &mut level.entities, &scene, seconds);
        self.scripts.scene.players.borrow_mut().clear();
        let Some(world) = self.scripts.scene.world.borrow_mut().take() else { return };
        level.world = world;
        self.level = Some(level);
        self.print_script_messages();
        if self.scripts.runtime.save_data().borrow().wants_flush() {
            self.flush_save_data();
        }
    }

    /// The world around entities between ticks, in which nothing is in the way of anything.
    pub(crate) fn empty_scene(&self) -> Rc<dyn Scene> {
        Rc::clone(&self.scripts.scene) as Rc<dyn Scene>
    }

    /// Tells scripts what the first player does in this tick. It follows from the player's command, so a demo has it.
    pub(crate) fn feed_actions(&mut self, inputs: &[PlayerInput]) {
        let Some(level) = self.level.as_mut().filter(|level| level.framework.script_count() > 0) else { return };
        let Some(player) = self.players.as_slice().first() else { return };
        let command = command_for(inputs, player);
        let mut frame = ActionFrame::default();
        for (number, buttons) in ACTION_BUTTONS.into_iter().enumerate() {
            frame.down |= u32::from(command.buttons.intersects(buttons)) << number;
        }
        let turn = |now: f32, before: f32| (now - before + 180.0).rem_euclid(360.0) - 180.0;
        frame.mouse = [turn(player.view.yaw, command.view.yaw), turn(command.view.pitch, player.view.pitch)];
        frame.axes[..2].copy_from_slice(&[command.side, command.forward]);
        level.framework.feed_actions(frame);
    }

    /// Goes over to the values that a project keeps for good ([`kerosene_framework::SaveData`]); those of the one before are
    /// written first. A game calls it in [`Game::setup`](crate::Game::setup); else the project is `game`.
    ///
    /// ```
    /// use kerosene_engine::{Engine, EngineOptions};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// engine.open_save_data("my_game");
    /// ```
    pub fn open_save_data(&mut self, project: &str) {
        let opened = self.scripts.runtime.save_data().borrow_mut().switch(&self.vfs, project);
        if let Err(error) = opened {
            self.warn(&format!("what {project} keeps cannot be read: {error}"));
        }
    }

    /// Writes what the game keeps for good, where something has changed.
    pub(crate) fn flush_save_data(&mut self) {
        let written = self.scripts.runtime.save_data().borrow_mut().flush(&self.vfs);
        if let Err(error) = written {
            self.warn(&format!("what the game keeps was not written: {error}"));
        }
    }

    /// Puts what scripts had to say into the log.
    pub(crate) fn print_script_messages(&mut self) {
        let Some(level) = self.level.as_mut().filter(|level| level.framework.has_messages()) else { return };
        let (messages, lost) = level.framework.take_messages();
        for message in messages {
            let whose = message.entity.map(|entity| level.entities.describe(entity));
            let text = match whose {
                Some(whose) if !message.is_problem => format!("{whose}: {}", message.text),
                _ => message.text,
            };
            let level = if message.is_problem { LogLevel::Warning } else { LogLevel::Info };
            self.console.print(level, &text);
        }
        if lost > 0 {
            self.console.print(LogLevel::Warning, &format!("{lost} more messages of scripts were dropped"));
        }
    }

    /// The scripts of the level's entities, `None` without a level.
    pub fn scripts(&self) -> Option<&Framework> {
        self.level.as_ref().map(|level| &level.framework)
    }

    /// The scripts of the level's entities, to be changed, with the entities and what is around them now.
    pub fn scripts_mut(&mut self) -> Option<(&mut Framework, &mut EntityWorld)> {
        self.level.as_mut().map(|level| (&mut level.framework, &mut level.entities))
    }
}

impl Scene for LevelScene {
    fn raycast(&self, _: &EntityWorld, ray: &Ray) -> Option<RayHit> {
        let world = self.world.borrow();
        let world = world.as_ref()?;
        let end = ray.origin + ray.direction * ray.distance;
        let request =
            TraceRequest { start: ray.origin, end, shape: TraceShape::Point, mask: Contents::MASK_PLAYER_SOLID };
        let ignored = ray.ignore.and_then(|entity| world.index_of_entity(entity));
        let trace = world.collision.trace_placed_where(&request, &world.models, |index| Some(index) != ignored);
        let solid = trace.hit().then(|| RayHit {
            entity: trace.model.and_then(|model| world.entity(model)),
            point: trace.end,
            normal: trace.plane.normal,
            distance: ray.distance * trace.fraction,
        });
        let players = self.players.borrow();
        let met = players.iter().filter(|player| Some(player.entity) != ray.ignore);
        let nearest = met.filter_map(|player| meet_box(ray, player)).chain(solid);
        nearest.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    fn body(&self, _: &EntityWorld, entity: EntityId) -> Option<Body> {
        let players = self.players.borrow();
        let player = players.iter().find(|player| player.entity == entity)?;
        Some(Body { velocity: player.velocity, mass: PLAYER_MASS })
    }

    fn is_player(&self, _: &EntityWorld, entity: EntityId) -> bool {
        self.players.borrow().iter().any(|player| player.entity == entity)
    }

    fn eye(&self, world: &EntityWorld, entity: EntityId) -> Vec3 {
        let players = self.players.borrow();
        if let Some(player) = players.iter().find(|player| player.entity == entity) {
            return player.eye;
        }
        let middle = world.brush_bounds(entity).map_or(Vec3::ZERO, |bounds| bounds.center());
        world.origin(entity) + world.angles(entity).to_mat3() * middle
    }
}

/// Where a ray comes into a player's box (Kay and Kajiya, 1986); one that begins inside meets nothing.
fn meet_box(ray: &Ray, player: &Walker) -> Option<RayHit> {
    let (mut near, mut far, mut normal) = (0.0_f32, ray.distance, None);
    for axis in 0..3 {
        let (from, way) = (ray.origin[axis], ray.direction[axis]);
        let (min, max) = (player.bounds.min[axis], player.bounds.max[axis]);
        if way == 0.0 {
            if from < min || from > max {
                return None;
            }
            continue;
        }
        let (first, last) = if way > 0.0 { (min, max) } else { (max, min) };
        let (enters, leaves) = ((first - from) / way, (last - from) / way);
        if enters > near {
            near = enters;
            let mut side = Vec3::ZERO;
            side[axis] = if way > 0.0 { -1.0 } else { 1.0 };
            normal = Some(side);
        }
        far = far.min(leaves);
    }
    let normal = normal.filter(|_| near <= far)?;
    Some(RayHit { entity: Some(player.entity), point: ray.origin + ray.direction * near, normal, distance: near })
}
