//! The services in numbers, beside plain closures in a list.
#![allow(missing_docs, reason = "a benchmark")]
#![allow(clippy::unwrap_used, reason = "a benchmark")]

use criterion::{Criterion, criterion_group, criterion_main};
use kerosene_entity::{EntityId, EntityWorld, Registry};
use kerosene_framework::{
    Context, Curve, EmptyScene, EntityScript, Event, Framework, Hooks, Runtime, Scene, ScriptRegistry, ScriptResult,
};
use kerosene_math::Vec3;
use kerosene_world::Component;
use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

/// Counts its updates and events.
#[derive(Component)]
struct Counter {
    #[field(key = "")]
    count: i64,
}

impl EntityScript for Counter {
    const HOOKS: Hooks = Hooks::UPDATE.union(Hooks::EVENT).union(Hooks::START);
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        context.subscribe_events();
        Ok(())
    }
    fn on_update(&mut self, _: &mut Context<'_>, _: f32) -> ScriptResult {
        self.count += 1;
        Ok(())
    }
    fn on_event(&mut self, _: &mut Context<'_>, event: &Event) -> ScriptResult {
        self.count += event.number as i64;
        Ok(())
    }
}

/// A listener without a framework.
type Listener = Box<dyn FnMut(&str, f32)>;

struct Level {
    world: EntityWorld,
    framework: Framework,
    scene: Rc<dyn Scene>,
}

impl Level {
    fn new(scripts: usize) -> Self {
        let registry = ScriptRegistry::new().script::<Counter>("counter");
        let mut world = EntityWorld::new(&Registry::new([]).unwrap());
        for _ in 0..scripts {
            world.spawn_with("thing", &[("script", "counter")]);
        }
        let mut level = Self { world, framework: Framework::new(&Runtime::new(registry)), scene: Rc::new(EmptyScene) };
        level.tick();
        level
    }

    fn tick(&mut self) {
        self.world.begin_tick(Duration::from_millis(16));
        self.framework.update(&mut self.world, &self.scene, 0.016);
    }

    fn first(&self) -> EntityId {
        self.world.entities().next().unwrap()
    }
}

fn timers(criterion: &mut Criterion) {
    let mut level = Level::new(2);
    let owners: Vec<EntityId> = level.world.entities().collect();
    for number in 0..100_000_usize {
        let (now, task) = (level.world.time(), level.world.intern("task"));
        let timers = level.framework.services_mut().timers_mut();
        timers.run_after(owners[number % 2], now, 1e6 + number as f32, task).unwrap();
    }
    criterion.bench_function("timers/100000 waiting, a tick", |bencher| bencher.iter(|| level.tick()));
    let mut rival: Vec<(f32, Box<dyn FnMut()>)> =
        (0..100_000).map(|number| (1e6 + number as f32, Box::new(|| {}) as Box<dyn FnMut()>)).collect();
    criterion.bench_function("timers/100000 waiting, closures in a list", |bencher| {
        bencher.iter(|| {
            for (left, run) in &mut rival {
                *left -= 0.016;
                if *left <= 0.0 {
                    run();
                }
            }
            black_box(&rival);
        });
    });
}

fn tweens(criterion: &mut Criterion) {
    let mut level = Level::new(1);
    let owner = level.first();
    let targets: Vec<EntityId> = (0..10_000).map(|_| level.world.spawn("thing")).collect();
    for (number, &target) in targets.iter().enumerate() {
        let mut context = level.framework.context(&mut level.world, &level.scene, owner);
        let curve = Curve::ALL[number % Curve::ALL.len()];
        let tween = context.tween_position(target, Vec3::splat(100.0), 1.0, curve);
        context.set_ping_pong(tween, true);
    }
    criterion.bench_function("tweens/10000 positions, a tick", |bencher| bencher.iter(|| level.tick()));
}

fn events(criterion: &mut Criterion) {
    let mut level = Level::new(100);
    let owner = level.first();
    let name = level.world.intern("ping");
    criterion.bench_function("events/publish to 100 scripts", |bencher| {
        bencher.iter(|| {
            let mut context = level.framework.context(&mut level.world, &level.scene, owner);
            context.publish(&Event { name, source: None, text: Default::default(), number: 1.0 });
        });
    });
    let mut counts = vec![0_i64; 100];
    let mut rival: Vec<Listener> = Vec::new();
    for count in &mut counts {
        let count: &'static mut i64 = Box::leak(Box::new(*count));
        rival.push(Box::new(move |_, number| *count += number as i64));
    }
    criterion.bench_function("events/publish to 100 closures in a list", |bencher| {
        bencher.iter(|| rival.iter_mut().for_each(|listener| listener(black_box("ping"), black_box(1.0))));
    });
}

fn updates(criterion: &mut Criterion) {
    let mut level = Level::new(10_000);
    criterion.bench_function("updates/10000 scripts, a tick", |bencher| bencher.iter(|| level.tick()));
    let mut rival: Vec<Box<dyn FnMut(f32)>> = Vec::new();
    for _ in 0..10_000 {
        let mut count = 0_i64;
        rival.push(Box::new(move |dt| {
            count += 1;
            black_box((count, dt));
        }));
    }
    criterion.bench_function("updates/10000 closures in a list", |bencher| {
        bencher.iter(|| rival.iter_mut().for_each(|update| update(black_box(0.016))));
    });
}

fn snapshots(criterion: &mut Criterion) {
    let mut level = Level::new(10_000);
    let owner = level.first();
    for number in 0..60_000 {
        let mut context = level.framework.context(&mut level.world, &level.scene, owner);
        context.run_after(1e6 + number as f32, "task");
    }
    criterion.bench_function("snapshots/60000 timers and 10000 scripts", |bencher| {
        bencher.iter(|| black_box(level.framework.snapshot()));
    });
    criterion.bench_function("snapshots/a tick after each", |bencher| {
        bencher.iter(|| {
            let kept = level.framework.snapshot();
            level.tick();
            black_box(kept);
        });
    });
}

criterion_group!(benches, timers, tweens, events, updates, snapshots);
criterion_main!(benches);
