//! A small level whose entities have scripts in Rust: `cargo run -p kerosene-framework --example starter`.
//!
//! Each script is a file: a struct of what it remembers, the hooks that it needs, a test. What they say and do is printed for
//! fifteen seconds of the level.
#![allow(clippy::print_stdout, reason = "an example prints what happens")]

mod bobber;
mod collectible;
mod door;
mod enemy;
mod game_manager;
mod level;
mod light;
mod turret;

use kerosene_framework::ScriptRegistry;
use level::Level;

/// Every script of the game, by the name that a mapper writes.
fn scripts() -> ScriptRegistry {
    ScriptRegistry::new()
        .script::<bobber::Bobber>("bobber")
        .script::<collectible::Collectible>("collectible")
        .script::<door::Door>("door")
        .script::<enemy::Enemy>("enemy")
        .script::<game_manager::GameManager>("game_manager")
        .script::<light::PulsingLight>("pulsing_light")
        .script::<turret::Turret>("turret")
}

fn main() {
    let mut level = Level::new();
    level.spawn("manager", "game_manager", "0 0 0", &[]);
    let coin = level.spawn("coin", "collectible", "100 0 0", &[("points", "5")]);
    let gate = level.spawn("gate", "door", "200 0 0", &[]);
    level.spawn("lamp", "pulsing_light", "0 0 128", &[]);
    level.spawn("balloon", "bobber", "0 100 64", &[]);
    level.spawn("gun", "turret", "0 300 40", &[]);
    level.spawn("guard", "enemy", "-400 0 0", &[]);
    for tick in 0..150 {
        match tick {
            20 => level.touch(coin),
            30 => level.touch(gate),
            60 => level.move_player("-250 0 0"),
            100 => level.move_player("0 0 0"),
            _ => {}
        }
        level.tick();
        for line in level.said() {
            println!("{:4.1} s  {line}", level.seconds());
        }
    }
}
