//! All of it as a value: rewinding, saved games, hashes.

use crate::rig::Rig;
use kerosene_entity::{EntityId, SectionReader, save_tags};
use kerosene_framework::{
    Context, Curve, EntityScript, Event, Framework, FrameworkSnapshot, MachineId, Runtime, ScriptRegistry,
    ScriptResult, TimerId, TweenId,
};
use kerosene_math::Vec3;
use kerosene_world::{Component, TextId};

/// Uses every service all the time.
#[derive(Component)]
struct Busy {
    #[field(key = "")]
    machine: MachineId,
    #[field(key = "")]
    beats: i64,
    #[field(key = "", default = "1 2 3")]
    heard: Vec3,
    #[field(key = "")]
    last: TextId,
    #[field(key = "")]
    timer: TimerId,
    #[field(key = "")]
    one: i64,
    #[field(key = "")]
    two: i64,
    #[field(key = "")]
    three: i64,
}

impl EntityScript for Busy {
    fn on_start(&mut self, context: &mut Context<'_>) -> ScriptResult {
        self.machine = context.create_machine();
        context.subscribe_event("beat");
        self.timer = context.run_every_from(0.23, 0.01 * (context.owner().slot() % 16) as f32, "beat");
        let tween = context.tween_number(0.0, 1.0, 0.7, Curve::EaseOutElastic);
        context.set_ping_pong(tween, true);
        context.change_state(self.machine, self, "idle")
    }
    fn on_timer(&mut self, context: &mut Context<'_>, _: TimerId, task: TextId) -> ScriptResult {
        self.beats += 1;
        (self.last, self.three) = (task, self.three + self.beats);
        let to = Vec3::new(self.beats as f32, self.heard.x, 0.0);
        let tween = context.tween_position_to(to, 0.31, Curve::EaseOutBounce);
        context.set_on_complete(tween, "there");
        context.shake_camera(0.3, 0.5);
        context.publish_event("beat", "text", self.beats as f32);
        let state = if self.beats % 2 == 0 { "even" } else { "odd" };
        context.change_state(self.machine, self, state)
    }
    fn on_event(&mut self, _: &mut Context<'_>, event: &Event) -> ScriptResult {
        self.heard.x += event.number;
        Ok(())
    }
    fn on_tween_done(&mut self, context: &mut Context<'_>, _: TweenId, _: TextId) -> ScriptResult {
        self.one += 1;
        if self.one % 5 == 0 {
            let name = format!("child{}", self.one);
            context.spawn_entity("info_target", &[("targetname", &name), ("script", "busy")], Vec3::ZERO);
        }
        if self.one % 7 == 0 {
            context.destroy_self();
        }
        Ok(())
    }
}

fn rig() -> Rig {
    let mut rig = Rig::with(ScriptRegistry::new().script::<Busy>("busy"), |_, _| Ok(()));
    for number in 0..20 {
        let name = format!("e{number}");
        rig.world.spawn_with("info_target", &[("targetname", &name), ("script", "busy")]);
    }
    rig
}

fn hashes(rig: &mut Rig, ticks: usize) -> Vec<(u64, u64)> {
    (0..ticks)
        .map(|_| {
            rig.tick();
            (rig.framework.state_hash(), rig.world.state_hash())
        })
        .collect()
}

#[test]
fn a_rewind_of_300_ticks_goes_on_to_the_same_hashes() {
    let mut rig = rig();
    rig.ticks(30);
    let kept = (rig.framework.snapshot(), rig.world.snapshot());
    let first = hashes(&mut rig, 300);
    assert!(rig.framework.restore(&kept.0) && rig.world.restore(&kept.1));
    assert_eq!(hashes(&mut rig, 300), first);
}

#[test]
fn two_runs_have_the_same_hashes_and_every_service_shows_in_them() {
    assert_eq!(hashes(&mut rig(), 100), hashes(&mut rig(), 100));
    let mut rig = Rig::idle();
    let owner = rig.spawn("a");
    rig.tick();
    let before = rig.framework.state_hash();
    let changes: [fn(&mut Context<'_>); 7] = [
        |context| {
            context.run_after(1.0, "a");
        },
        |context| {
            context.tween_number(0.0, 1.0, 1.0, Curve::Linear);
        },
        |context| {
            context.subscribe_events();
        },
        |context| {
            context.create_machine();
        },
        |context| context.shake_camera(1.0, 1.0),
        |context| context.destroy_self(),
        |context| context.remove_script(context.owner()),
    ];
    for change in changes {
        let kept = rig.framework.snapshot();
        change(&mut rig.context(owner));
        assert_ne!(rig.framework.state_hash(), before);
        rig.framework.restore(&kept);
        assert_eq!(rig.framework.state_hash(), before);
    }
}

/// The state of a level after it went through a saved game's bytes.
fn through_bytes(rig: &mut Rig, scripts: ScriptRegistry) -> Result<Vec<String>, kerosene_entity::ContainerError> {
    let bytes = rig.framework.to_bytes(&rig.world);
    let mut other = Framework::new(&Runtime::new(scripts));
    let notes = other.read(SectionReader::new(save_tags::SCRIPTS, &bytes), &mut rig.world)?;
    rig.framework = other;
    Ok(notes)
}

#[test]
fn a_level_goes_on_from_its_bytes_to_the_same_hashes() {
    let mut rig = rig();
    rig.ticks(61);
    let kept: (FrameworkSnapshot, _) = (rig.framework.snapshot(), rig.world.snapshot());
    let first = hashes(&mut rig, 200);
    rig.framework.restore(&kept.0);
    rig.world.restore(&kept.1);
    let notes = through_bytes(&mut rig, ScriptRegistry::new().script::<Busy>("busy")).unwrap();
    assert_eq!(notes, [""; 0]);
    assert_eq!(hashes(&mut rig, 200), first);
}

#[test]
fn a_text_of_any_length_is_read_back() {
    let mut rig = rig();
    rig.ticks(3);
    let long = "x".repeat(100_000);
    let owner = rig.world.find_by_name("e0").next().unwrap();
    rig.context(owner).run_after(1.0, &long);
    let before = rig.framework.state_hash();
    through_bytes(&mut rig, ScriptRegistry::new().script::<Busy>("busy")).unwrap();
    assert_eq!(rig.framework.state_hash(), before);
}

#[test]
fn a_script_with_other_fields_takes_those_over_that_it_knows() {
    /// As a later version of the game has it.
    #[derive(Component)]
    struct Busy {
        #[field(key = "", default = "5")]
        fresh: i64,
        #[field(key = "")]
        beats: i64,
        #[field(key = "", default = "text")]
        heard: TextId,
    }
    impl EntityScript for Busy {
        fn on_update(&mut self, context: &mut Context<'_>, _: f32) -> ScriptResult {
            let said = format!("{} {} {}", self.fresh, self.beats, context.text(self.heard));
            context.log(&said);
            Ok(())
        }
    }
    let mut rig = Rig::with(ScriptRegistry::new().script::<super::snapshots::Busy>("busy"), |_, _| Ok(()));
    rig.world.spawn_with("info_target", &[("script", "busy")]);
    rig.ticks(8);
    let notes = through_bytes(&mut rig, ScriptRegistry::new().script::<Busy>("busy")).unwrap();
    assert!(notes[0].contains("busy") && notes[0].contains("by name"), "{notes:?}");
    rig.framework.take_messages();
    rig.tick();
    assert_eq!(rig.said(), ["5 4 text"]);
}

#[test]
fn a_script_that_is_gone_is_named_and_off() {
    let mut rig = rig();
    rig.ticks(3);
    let notes = through_bytes(&mut rig, ScriptRegistry::new()).unwrap();
    assert_eq!(notes.len(), 20);
    assert!(notes[0].contains("busy"));
    rig.ticks(5);
}

#[test]
fn damaged_bytes_are_refused_or_harmless() {
    let mut rig = rig();
    rig.ticks(40);
    let bytes = rig.framework.to_bytes(&rig.world);
    let scripts = Runtime::new(ScriptRegistry::new().script::<Busy>("busy"));
    let mut refused = 0;
    for round in 0..600_usize {
        let mut damaged = bytes.clone();
        let place = round.wrapping_mul(7919) % damaged.len();
        damaged[place] ^= 1 << (round % 8);
        if round % 9 == 0 {
            damaged.truncate(place);
        }
        let kept = rig.world.snapshot();
        let mut other = Framework::new(&scripts);
        match other.read(SectionReader::new(save_tags::SCRIPTS, &damaged), &mut rig.world) {
            Err(_) => refused += 1,
            Ok(_) => {
                // Whatever it says, it runs and ends.
                let mine = std::mem::replace(&mut rig.framework, other);
                rig.ticks(3);
                rig.framework = mine;
            }
        }
        rig.world.restore(&kept);
    }
    assert!(refused > 60, "{refused}");
}

#[test]
fn a_snapshot_of_100_000_timers_shares_their_pages() {
    let mut rig = Rig::idle();
    let owners: Vec<EntityId> = (0..2).map(|number| rig.spawn(&number.to_string())).collect();
    rig.tick();
    for number in 0..100_000 {
        let owner = owners[number % 2];
        let now = rig.world.time();
        let task = rig.world.intern("task");
        let services = rig.framework.services_mut();
        services.timers_mut().run_after(owner, now, 1000.0 + number as f32, task).unwrap();
    }
    let before = rig.framework.pages();
    let kept: Vec<FrameworkSnapshot> = (0..100)
        .map(|_| {
            rig.tick();
            rig.framework.snapshot()
        })
        .collect();
    let more = rig.framework.pages() - before;
    assert!(more < 16, "100 snapshots of a tick each took {more} pages of the {before} that there are");
    drop(kept);
}
