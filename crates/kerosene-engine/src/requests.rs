//! Step 6 of a tick: what entities ask for.
//!
//! The engine answers its own verbs. What it has no system for yet (sound, screens, rigid bodies) goes to the
//! game, and where that does not claim it, the log says so once for each kind. What only a game can know goes to the
//! game too, and what nobody claims is reported.

use crate::{engine::Engine, players::PlayerId};
use kerosene_console::Level as LogLevel;
use kerosene_entity::{Damage, DamageKind, EntityId, Pose, PushKind, Request, Requested};
use kerosene_math::Vec3;
use kerosene_world::TextId;
use std::collections::BTreeSet;

/// How often in one tick requests are taken, so that answering them cannot go on for ever.
const MAX_ROUNDS: usize = 16;

/// Kinds of unanswered requests that are told apart; a level cannot fill the log with names that it makes up.
const MAX_KINDS: usize = 256;

/// Memory of the step, and what was said already.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    taken: Vec<Requested>,
    /// Kinds of requests that nothing can answer, which the log has heard of.
    said: BTreeSet<String>,
}

impl Engine {
    /// Answers the entities' requests, and those that the answers bring about.
    pub(crate) fn answer_requests(&mut self) {
        for _ in 0..MAX_ROUNDS {
            let Some(level) = &mut self.level else { return };
            if !level.entities.has_requests() {
                return;
            }
            let mut taken = std::mem::take(&mut self.requests.taken);
            level.entities.swap_requests(&mut taken);
            for requested in &taken {
                self.answer(requested);
            }
            taken.clear();
            self.requests.taken = taken;
        }
        self.console.print(LogLevel::Error, "answers to requests bring about requests, without end: cut off");
        if let Some(level) = &mut self.level {
            level.entities.swap_requests(&mut self.requests.taken);
            self.requests.taken.clear();
        }
    }

    /// Answers one request.
    fn answer(&mut self, requested: &Requested) {
        match requested.request {
            Request::Push { who, velocity, how } => self.answer_push(who, velocity, how, requested),
            Request::Teleport { who, to, turn, stop } => self.answer_teleport(who, to, turn, stop),
            Request::HurtPlayer { who, amount, kind } => {
                let damage = Damage::new(amount, DamageKind::from_bits_retain(kind));
                self.for_player(who, |engine, player| {
                    engine.damage_player(player, &damage.by(requested.entity, requested.entity));
                });
            }
            Request::HealPlayer { who, amount } => self.for_player(who, |engine, player| {
                engine.heal_player(player, amount);
            }),
            Request::PlayerSpeed { who, factor } => self.for_player(who, |engine, player| {
                engine.change_condition(player, |condition| condition.speed_scale = factor);
            }),
            Request::PlayerGravity { who, factor } => self.for_player(who, |engine, player| {
                engine.change_condition(player, |condition| condition.gravity_scale = factor);
            }),
            Request::ChangeLevel { map, landmark } => {
                let (map, landmark) = (self.text(map), self.text(landmark));
                self.request_level_change(&map, &landmark);
            }
            Request::Save { name } => {
                let name = self.text(name);
                self.request_save(&name);
            }
            Request::Message { text, .. } => {
                self.show(requested);
                let text = self.text(text);
                self.say(&text);
            }
            Request::Text(how) => {
                self.show(requested);
                let text = self.text(how.text);
                self.say(&text);
            }
            Request::Command { text } => {
                let text = self.text(text);
                self.console.enqueue(&text);
            }
            Request::ScriptCode { code } => {
                let (code, name) = (self.text(code), self.asker(requested));
                self.run_script_code(&name, &code, requested.entity);
            }
            Request::ScriptCall { function } => {
                let function = self.text(function);
                self.call_script_function(&function, requested.entity);
            }
            Request::ScriptFile { file } => {
                let file = self.text(file);
                self.load_script_file(&file);
            }
            Request::EndGame => {
                if !self.leave_to_game(requested) {
                    self.end_game(requested.entity);
                }
            }
            Request::Explosion { magnitude, radius, harmless } if !harmless => {
                self.explode(requested.entity, magnitude, radius);
                self.offer(requested);
            }
            _ => self.offer(requested),
        }
    }

    fn answer_push(&mut self, who: EntityId, velocity: Vec3, how: PushKind, requested: &Requested) {
        let Some(player) = self.players.of_entity(who) else {
            return self.offer(requested);
        };
        let Some(player) = self.players.get_mut(player).filter(|_| velocity.is_finite()) else { return };
        match how {
            PushKind::Add => player.push(velocity),
            PushKind::Replace => {
                (player.state.velocity, player.state.base_velocity) = (Vec3::ZERO, Vec3::ZERO);
                player.push(velocity);
            }
            PushKind::AtLeast => {
                let (way, speed) = (velocity.normalize_or_zero(), velocity.length());
                player.push(way * (speed - player.state.velocity.dot(way)).max(0.0));
            }
        }
    }

    fn answer_teleport(&mut self, who: EntityId, to: Pose, turn: bool, stop: bool) {
        if let Some(player) = self.players.of_entity(who).and_then(|id| self.players.get_mut(id)) {
            player.teleport(to.origin, turn.then(|| to.angles()), stop);
        } else if let Some(level) = &mut self.level {
            let angles = if turn { to.angles() } else { level.entities.angles(who) };
            level.entities.set_pose(who, Pose::new(to.origin, angles));
        }
    }

    /// Does something with the player that an entity is; a request for what is no player any more is for nobody.
    fn for_player(&mut self, who: EntityId, act: impl FnOnce(&mut Self, PlayerId)) {
        if let Some(player) = self.players.of_entity(who) {
            act(self, player);
        }
    }

    /// Offers the game what the engine does not do, or does only where the game does not; true if the game does it.
    fn leave_to_game(&mut self, requested: &Requested) -> bool {
        self.hook("entity_request", |game, engine| game.entity_request(engine, requested)) == Some(true)
    }

    /// Offers the game what the engine does not do, and reports what nobody does.
    fn offer(&mut self, requested: &Requested) {
        if !self.leave_to_game(requested) && !self.show(requested) {
            self.report_unanswered(requested);
        }
    }

    /// Says once for each kind of request that nothing answers it.
    fn report_unanswered(&mut self, requested: &Requested) {
        let Some(level) = &self.level else { return };
        let kind = match requested.request {
            Request::Game { name, .. } => level.entities.text(name),
            ref request => missing(request),
        };
        // What has been said is not put into words again: sparks ask for as long as a level runs.
        if self.requests.said.len() >= MAX_KINDS || self.requests.said.contains(kind) {
            return;
        }
        let kind = kind.to_owned();
        let asker = requested.entity.map_or_else(|| "somebody".to_owned(), |entity| level.entities.describe(entity));
        if matches!(requested.request, Request::Game { .. }) {
            self.warn(&format!("{asker} asks for `{kind}`, which neither the engine nor the game knows (said once)"));
        } else {
            // Nothing is wrong with the level.
            self.say(&format!("{asker} wants {kind}, which the engine does not have yet (said once)"));
        }
        self.requests.said.insert(kind);
    }

    /// Who asks, in words.
    fn asker(&self, requested: &Requested) -> String {
        let asker = requested.entity.zip(self.entities()).map(|(entity, entities)| entities.describe(entity));
        asker.unwrap_or_else(|| "somebody".to_owned())
    }

    /// A text of the level's table.
    fn text(&self, text: TextId) -> String {
        self.level.as_ref().map(|level| level.entities.text(text).to_owned()).unwrap_or_default()
    }
}

/// What the engine would need to answer a request, in words.
fn missing(request: &Request) -> &'static str {
    match request {
        Request::PlaySound(_) | Request::StopSound | Request::SoundVolume { .. } => "sound",
        Request::WakeBody | Request::SleepBody | Request::Push { .. } => "rigid bodies",
        Request::Fade(_) => "a screen to fade",
        Request::Shake(_) => "a view to shake",
        Request::Explosion { .. } | Request::Spark { .. } => "effects to be seen",
        Request::Decal { .. } => "decals",
        Request::Ui { .. } => "a user interface",
        Request::Platform { .. } => "a platform to talk to",
        _ => "something more",
    }
}
