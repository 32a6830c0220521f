//! The enemy of the sample game, as one of many. What each sample script does in a level that is played is tested with
//! the levels (`crates/kerosene/tests/sample_levels/scripts.rs`).

use crate::Rig;
use kerosene_entity::{EntityId, EntityWorld};
use kerosene_framework::{Body, Ray, RayHit, Scene};
use std::cell::Cell;
use std::rc::Rc;

/// A world without anything in it, that counts who looks.
#[derive(Default)]
struct Counting(Cell<usize>);

impl Scene for Counting {
    fn raycast(&self, _: &EntityWorld, _: &Ray) -> Option<RayHit> {
        self.0.set(self.0.get() + 1);
        None
    }
    fn body(&self, _: &EntityWorld, _: EntityId) -> Option<Body> {
        None
    }
    fn is_player(&self, world: &EntityWorld, entity: EntityId) -> bool {
        world.player() == Some(entity)
    }
}

#[test]
fn enemies_look_five_times_a_second_and_in_turns() {
    let mut rig = Rig::new(&[("enemy", include_str!("../../../../content/scripts/enemy.kscr"))]);
    let scene = Rc::new(Counting::default());
    rig.scene = Rc::clone(&scene) as Rc<dyn Scene>;
    rig.step = 10;
    let player = rig.spawn(&[("origin", "200 0 0")]);
    rig.world.set_player(Some(player));
    for _ in 0..32 {
        rig.spawn(&[("script", "enemy"), ("speed", "0")]);
    }
    rig.ticks(40);
    let mut most = 0;
    scene.0.set(0);
    for _ in 0..100 {
        let before = scene.0.get();
        rig.tick();
        most = most.max(scene.0.get() - before);
    }
    assert_eq!(scene.0.get(), 32 * 5, "each looks five times in a second");
    assert!(most <= 4, "{most} of 32 looked in one tick");
}
