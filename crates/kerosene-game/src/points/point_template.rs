//! `point_template`: makes copies of entities that the map has, as often as it is told.
//!
//! The entities that it names are taken out of the level before they are born, and kept as they are: keys, wires,
//! brushes. `ForceSpawn` brings copies of all of them into the level, where they were drawn, seen from the template: one
//! that has been moved or turned since puts them where it is. Copies get names of their own, `name&0001`, and what one
//! of them says about another is about that one's copy; flag 2 keeps the names.

use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, KeyKind, Pose, Value, ValueKind};

/// The level keeps the entities that are named, besides.
const KEEP: u32 = 1;
/// Copies have the names of what they are copies of.
const PRESERVE_NAMES: u32 = 1 << 1;

/// The keys that name what is copied, each with `*` at the end for all names that begin so.
const KEYS: [&str; 16] = [
    "Template01",
    "Template02",
    "Template03",
    "Template04",
    "Template05",
    "Template06",
    "Template07",
    "Template08",
    "Template09",
    "Template10",
    "Template11",
    "Template12",
    "Template13",
    "Template14",
    "Template15",
    "Template16",
];
/// Loose field: where it was when it took them out of the level.
const HOME: &str = "template_home";
/// Loose field: which way it faced then.
const HOME_ANGLES: &str = "template_home_angles";
/// Beginning of the loose fields that hold what it makes copies of.
const PATTERN: &str = "template_pattern";
/// Loose field: the number of its last copies with names of their own.
const MADE: &str = "template_made";
/// Loose field: the tick in which no number was left.
const FULL: &str = "template_full";
/// How many copies of each entity can be there with names of their own; a world never forgets a name, so they come again.
const MOST_COPIES: i64 = 1_024;

pub(crate) fn class() -> ClassDef {
    let class = ClassDef::new("point_template", ClassKind::Point)
        .help("Makes copies of entities that the map has, as often as it is told.")
        .flag(KEEP, "Leaves the entities in the level", false)
        .flag(PRESERVE_NAMES, "Copies keep names", false)
        .input("ForceSpawn", ValueKind::None, input_spawn, "Makes a copy of each of its entities.")
        .output("OnEntitySpawned", ValueKind::None, "When copies were made.")
        .on_prepare(prepare);
    KEYS.iter().fold(class, |class, key| {
        class.key(
            key,
            KeyKind::TargetDestination,
            "",
            key,
            "The name of what is copied; `name*` for all that begin so.",
        )
    })
}

/// Takes what it names out of the level, before it is born.
fn prepare(world: &mut EntityWorld, template: EntityId) {
    let (pose, keep) = (world.pose(template), world.spawn_flags(template) & KEEP != 0);
    world.set_field(template, HOME, Value::Vector(pose.origin));
    world.set_field(template, HOME_ANGLES, Value::Angle(pose.angles()));
    let (mut patterns, mut superfluous, mut shared) = (Vec::new(), Vec::new(), Vec::new());
    for key in KEYS {
        let Some(target) = target(world, template, key) else { continue };
        let stored = world.stored(target);
        let (known, mut found) = (!stored.is_empty(), Vec::new());
        shared.extend(stored);
        world.resolve(target, None, None, &mut found);
        found.retain(|entity| *entity != template && !patterns.contains(entity) && !superfluous.contains(entity));
        if found.is_empty() && !known {
            let name = world.target_text(target);
            world.notice_about(template, format_args!("{key}: nothing is named `{name}`"));
        }
        // Another template keeps them already.
        if known { superfluous.extend(found) } else { patterns.extend(found) }
    }
    if keep {
        patterns = world.copy_group(&patterns, "");
    } else {
        superfluous.into_iter().for_each(|entity| world.discard(entity));
    }
    for &pattern in &patterns {
        world.store_away(pattern);
    }
    patterns.extend(shared);
    for (number, pattern) in patterns.into_iter().enumerate() {
        world.set_field(template, &format!("{PATTERN}{number}"), Value::Entity(pattern));
    }
}

/// What it makes copies of.
fn patterns(world: &EntityWorld, template: EntityId) -> Vec<EntityId> {
    let fields = world.loose_fields(template).filter(|(key, _)| world.spelling(*key).starts_with(PATTERN));
    let mut patterns: Vec<EntityId> = fields.filter_map(|(_, value)| value.entity()).collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}

/// Whom a key names.
fn target(world: &mut EntityWorld, template: EntityId, key: &str) -> Option<kerosene_entity::Target> {
    let name = world.field(template, key).map(|value| world.shown(value).to_string()).unwrap_or_default();
    Some(world.target(&name)).filter(|_| !name.trim().is_empty())
}

fn input_spawn(world: &mut EntityWorld, template: EntityId, _: &InputEvent) {
    let patterns = patterns(world, template);
    let has_room = world.has_room_for(patterns.len());
    let Some(suffix) = has_room.then(|| suffix(world, template, &patterns)).flatten() else {
        return world.notice_about(template, format_args!("makes no more: there are {} entities", world.count()));
    };
    let copies = world.copy_group(&patterns, &suffix);
    place(world, template, &copies);
    for copy in copies {
        world.start(copy);
    }
    world.fire_output(template, "OnEntitySpawned", Some(template), Value::None);
}

/// What is put behind the names: the next number that no copy has, whoever made it. Numbers come again when their copies
/// are gone; none where all are taken.
fn suffix(world: &mut EntityWorld, template: EntityId, patterns: &[EntityId]) -> Option<String> {
    if world.spawn_flags(template) & PRESERVE_NAMES != 0 {
        return Some(String::new());
    }
    let tick = Value::Int(world.tick() as i64);
    if world.field(template, FULL) == Some(tick) {
        return None;
    }
    let last = world.field(template, MADE).and_then(Value::int).unwrap_or(0);
    for number in (1..=MOST_COPIES).map(|step| last.wrapping_add(step - 1).rem_euclid(MOST_COPIES) + 1) {
        let suffix = format!("&{number:04}");
        let is_taken = |&pattern: &EntityId| {
            let name = world.name_of(pattern);
            !name.is_empty() && world.find_by_name(&format!("{name}{suffix}")).next().is_some()
        };
        if !patterns.iter().any(is_taken) {
            world.set_field(template, MADE, Value::Int(number));
            return Some(suffix);
        }
    }
    // In this tick it is not asked again.
    world.set_field(template, FULL, tick);
    None
}

/// Puts copies where their patterns are, seen from the template.
fn place(world: &mut EntityWorld, template: EntityId, copies: &[EntityId]) {
    let origin = world.field(template, HOME).and_then(Value::vector).unwrap_or_default();
    let angles = match world.field(template, HOME_ANGLES) {
        Some(Value::Angle(angles)) => angles,
        _ => kerosene_math::Angles::ZERO,
    };
    let (home, now) = (Pose::new(origin, angles), world.pose(template));
    if home == now {
        return;
    }
    for &copy in copies {
        // What follows another copy comes along with it.
        if !world.parent(copy).is_some_and(|parent| copies.contains(&parent)) {
            let local = home.localize(world.pose(copy));
            world.set_pose(copy, now.place(local));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use crate::shared::stage::Stage;
    use kerosene_entity::WorldSnapshot;
    use kerosene_math::{Angles, Vec3};

    /// A lamp and a relay that are kept, and a template 8 units below.
    fn stage(flags: u32) -> Stage {
        let text = format!(
            "{{ classname point_template targetname t spawnflags {flags} Template01 relay Template02 lamp*
                origin \"0 0 -8\" connections {{ OnEntitySpawned \"count,Add,1\" }} }}
             {{ classname logic_relay targetname relay origin \"16 0 0\" connections {{ OnTrigger \"lamp_a,Toggle\" }} }}
             {{ classname light_dynamic targetname lamp_a origin \"0 32 0\" }}
             {{ classname math_counter targetname count }}"
        );
        Stage::new(&text, &[])
    }

    fn named(stage: &Stage, name: &str) -> usize {
        stage.world.find_by_name(name).count()
    }

    #[test]
    fn what_it_names_is_not_in_the_level_until_copies_are() {
        let mut stage = stage(0);
        assert_eq!((named(&stage, "relay"), named(&stage, "lamp_a")), (0, 0));
        stage.input("t", "ForceSpawn", "");
        stage.input("t", "ForceSpawn", "");
        stage.tick();
        assert_eq!(["relay&0001", "lamp_a&0001", "relay&0002", "lamp_a&0002"].map(|name| named(&stage, name)), [1; 4]);
        assert_eq!(stage.origin("relay&0001"), Vec3::new(16.0, 0.0, 0.0));
        assert_eq!(stage.world.float_field(stage.find("count"), "startvalue"), Some(2.0));
        // A copy's wires reach the other copy of its own group.
        let on = |stage: &Stage, name: &str| stage.world.is_enabled(stage.find(name));
        let before = on(&stage, "lamp_a&0002");
        let relay = stage.find("relay&0002");
        let wires: Vec<String> = stage.world.wires(relay).map(|wire| stage.world.target_text(wire.target)).collect();
        assert_eq!(wires, ["lamp_a&0002"]);
        assert_eq!(on(&stage, "lamp_a&0001"), before);
    }

    #[test]
    fn copies_come_where_the_template_is_as_they_were_to_it() {
        let mut stage = stage(0);
        let template = stage.find("t");
        stage
            .world
            .set_pose(template, kerosene_entity::Pose::new(Vec3::new(100.0, 0.0, 92.0), Angles::new(0.0, 90.0, 0.0)));
        stage.input("t", "ForceSpawn", "");
        assert_eq!(stage.origin("relay&0001"), Vec3::new(100.0, 16.0, 100.0));
        assert_eq!((stage.origin("lamp_a&0001"), stage.angles("lamp_a&0001").yaw), (Vec3::new(68.0, 0.0, 100.0), 90.0));
    }

    #[test]
    fn flags_keep_names_and_the_level_s_own() {
        let mut stage = stage(2);
        stage.input("t", "ForceSpawn", "");
        stage.input("t", "ForceSpawn", "");
        assert_eq!((named(&stage, "relay"), named(&stage, "lamp_a")), (2, 2));
        let mut stage = self::stage(1);
        assert_eq!((named(&stage, "relay"), named(&stage, "lamp_a")), (1, 1));
        stage.input("t", "ForceSpawn", "");
        assert_eq!((named(&stage, "relay"), named(&stage, "relay&0001")), (1, 1));
    }

    #[test]
    fn copies_are_born_as_entities_of_the_map_are_brushes_and_parents_included() {
        let text = "{ classname point_template targetname t Template01 d Template02 e }
            { classname func_door targetname d model *1 movedir \"0 90 0\" lip 0 speed 64 wait -1 }
            { classname info_target targetname e parentname d origin \"0 0 96\" }";
        let mut stage = Stage::new(text, &[[0.0, 0.0, 0.0, 16.0, 64.0, 96.0]]);
        let template = stage.find("t");
        stage.world.set_origin(template, Vec3::new(0.0, 0.0, 200.0));
        stage.input("t", "ForceSpawn", "");
        stage.input("d&0001", "Open", "");
        stage.play(1.5);
        assert_eq!(stage.origin("d&0001"), Vec3::new(0.0, 64.0, 200.0));
        assert_eq!(stage.origin("e&0001"), Vec3::new(0.0, 64.0, 296.0));
    }

    #[test]
    fn two_templates_may_name_the_same() {
        let text = "{ classname point_template targetname t Template01 lamp }
            { classname point_template targetname u Template01 lamp }
            { classname light_dynamic targetname lamp }";
        let mut stage = Stage::new(text, &[]);
        for template in ["t", "u", "t"] {
            stage.input(template, "ForceSpawn", "");
        }
        assert_eq!(["lamp", "lamp&0001", "lamp&0002", "lamp&0003"].map(|name| named(&stage, name)), [0, 1, 1, 1]);
    }

    #[test]
    fn a_save_goes_on_making_copies() {
        let mut stage = stage(0);
        stage.input("t", "ForceSpawn", "");
        let saved = WorldSnapshot::capture(&stage.world).to_bytes();
        let registry = std::sync::Arc::clone(stage.world.registry());
        let (again, _) = WorldSnapshot::from_bytes(&saved).unwrap().instantiate(&registry).unwrap();
        stage.input("t", "ForceSpawn", "");
        let hash = stage.world.state_hash();
        stage.world = again;
        stage.input("t", "ForceSpawn", "");
        assert_eq!((stage.world.state_hash(), named(&stage, "relay&0002")), (hash, 1));
    }

    #[test]
    fn a_level_does_not_grow_without_end() {
        let mut stage = stage(2);
        let refuses = |stage: &mut Stage| {
            stage.input("t", "ForceSpawn", "");
            let (notices, _) = stage.world.take_notices();
            notices.iter().any(|notice| notice.message.contains("makes no more"))
        };
        // Two copies each time, and 1,024 entities in a tick.
        stage.tick();
        let made = (0..3_000).take_while(|_| !refuses(&mut stage)).count();
        assert_eq!(made, 512);
        stage.tick();
        assert!(!refuses(&mut stage));
        while stage.world.count() <= 16_382 {
            stage.world.spawn("info_target");
        }
        stage.tick();
        assert!(refuses(&mut stage));
        // Copies with names of their own: 1,024, and again when one is gone.
        let mut stage = self::stage(0);
        let made = (0..3_000)
            .take_while(|at| {
                if at % 500 == 0 {
                    stage.tick();
                }
                !refuses(&mut stage)
            })
            .count();
        assert_eq!(made, 1_024);
        stage.input("relay&0007", "Kill", "");
        stage.input("lamp_a&0007", "Kill", "");
        stage.tick();
        assert!(!refuses(&mut stage) && refuses(&mut stage));
        assert_eq!(named(&stage, "relay&0007"), 1);
    }
}
