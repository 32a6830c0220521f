//! Keeps the score. It knows nothing of who is collected: it listens.

use crate::collectible::COLLECTED;
use kerosene_framework::{Context, EntityScript, Event, ScriptResult};
use kerosene_world::Component;

/// Keeps the score, and the best there was for good.
#[derive(Component)]
pub(crate) struct GameManager {
    #[field(key = "")]
    score: i64,
}

impl EntityScript for GameManager {
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        context.subscribe_event(COLLECTED);
        Ok(())
    }

    fn on_event(&mut self, context: &mut Context<'_>, event: &Event) -> ScriptResult {
        self.score += event.number as i64;
        let best = context.save_data_int("best", 0).max(self.score);
        context.set_save_data("best", &best.to_string());
        context.log(&format!("score {}, best {best}", self.score));
        Ok(())
    }
}

#[cfg(test)]
#[test]
fn the_score_adds_up() {
    let mut level = crate::Level::new();
    level.spawn("manager", "game_manager", "0 0 0", &[]);
    let coins =
        [("a", "2"), ("b", "3")].map(|(name, points)| level.spawn(name, "collectible", "0 0 0", &[("points", points)]));
    level.tick();
    for coin in coins {
        level.touch(coin);
        level.tick();
    }
    assert_eq!(level.said(), ["score 2, best 2", "score 5, best 5"]);
}
