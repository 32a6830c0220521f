//! Long random sequences of operations, beside a model so simple that it can be seen to be right.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use kerosene_world::{
    Change, ComponentDecl, ComponentId, Entity, FieldKind, PageStore, PagedVec, ReadLimits, Schema, Snapshot, Value,
    World, diff,
};
use proptest::prelude::*;

/// Fields of the three component kinds: a pair, a large one of which a page holds two, and a tag.
const FIELDS: [usize; 3] = [2, 64, 0];

/// A world as anybody would write it who does not care how long things take.
#[derive(Debug, Clone, Default, PartialEq)]
struct Model {
    tick: u64,
    generations: Vec<u32>,
    free: VecDeque<u32>,
    living: BTreeMap<u32, BTreeMap<u8, Vec<i64>>>,
}

impl Model {
    fn handle(&self, slot: u32) -> Entity {
        Entity::new(slot, self.generations[slot as usize]).unwrap()
    }

    fn is_alive(&self, entity: Entity) -> bool {
        self.living.contains_key(&entity.slot()) && self.handle(entity.slot()) == entity
    }

    fn spawn(&mut self) -> Entity {
        let slot = self.free.pop_front().unwrap_or_else(|| {
            self.generations.push(1);
            self.generations.len() as u32 - 1
        });
        self.living.insert(slot, BTreeMap::new());
        self.handle(slot)
    }

    fn destroy(&mut self, entity: Entity) -> bool {
        if !self.is_alive(entity) {
            return false;
        }
        self.living.remove(&entity.slot());
        self.generations[entity.slot() as usize] += 1;
        self.free.push_back(entity.slot());
        true
    }

    fn set(&mut self, entity: Entity, component: u8, values: &[i64]) -> bool {
        let fits = FIELDS.get(usize::from(component)) == Some(&values.len());
        if !self.is_alive(entity) || !fits {
            return false;
        }
        self.living.get_mut(&entity.slot()).unwrap().insert(component, values.to_vec());
        true
    }

    fn remove(&mut self, entity: Entity, component: u8) -> bool {
        self.is_alive(entity) && self.living.get_mut(&entity.slot()).unwrap().remove(&component).is_some()
    }
}

/// One step. Handles and snapshots are named by number, modulo how many there are.
#[derive(Debug, Clone)]
enum Step {
    Spawn(u8),
    Destroy(usize),
    Set(usize, u8, i64),
    SetField(usize, u8, usize, i64),
    Remove(usize, u8),
    Tick,
    Snapshot,
    Restore(usize),
    Release(usize),
    Diff(usize),
    Reread,
}

fn step() -> impl Strategy<Value = Step> {
    let handle = any::<usize>();
    let component = 0..4_u8;
    prop_oneof![
        8 => (1..40_u8).prop_map(Step::Spawn),
        6 => handle.prop_map(Step::Destroy),
        24 => (any::<usize>(), component.clone(), -2..3_i64).prop_map(|(a, b, c)| Step::Set(a, b, c)),
        12 => (any::<usize>(), component.clone(), 0..65_usize, any::<i64>())
            .prop_map(|(a, b, c, d)| Step::SetField(a, b, c, d)),
        6 => (any::<usize>(), component).prop_map(|(a, b)| Step::Remove(a, b)),
        1 => Just(Step::Tick),
        3 => Just(Step::Snapshot),
        3 => any::<usize>().prop_map(Step::Restore),
        2 => any::<usize>().prop_map(Step::Release),
        3 => any::<usize>().prop_map(Step::Diff),
        1 => Just(Step::Reread),
    ]
}

fn schema() -> Schema {
    let mut builder = Schema::builder();
    for (number, fields) in FIELDS.iter().enumerate() {
        let named = (0..*fields).map(|field| format!("f{field}"));
        let decl = named.fold(ComponentDecl::new(format!("c{number}")), |decl, name| decl.field(name, FieldKind::Int));
        builder = builder.declare(decl);
    }
    builder.build().unwrap()
}

/// World and model side by side, with every handle that ever was and snapshots of both.
struct Pair {
    world: World,
    model: Model,
    handles: Vec<Entity>,
    snapshots: Vec<(Snapshot, Model)>,
}

impl Pair {
    fn new() -> Pair {
        Pair { world: World::new(schema()), model: Model::default(), handles: Vec::new(), snapshots: Vec::new() }
    }

    fn handle(&self, number: usize) -> Entity {
        // One that was never given out, when there is none.
        let none = Entity::new(5, 77).unwrap();
        if self.handles.is_empty() { none } else { self.handles[number % self.handles.len()] }
    }

    fn run(&mut self, step: &Step) {
        match *step {
            Step::Spawn(count) => {
                for _ in 0..count {
                    let entity = self.world.spawn();
                    assert_eq!(entity, self.model.spawn());
                    self.handles.push(entity);
                }
            }
            Step::Destroy(number) => {
                let entity = self.handle(number);
                assert_eq!(self.world.destroy(entity), self.model.destroy(entity));
            }
            Step::Set(number, component, value) => {
                let entity = self.handle(number);
                let values = vec![value; FIELDS.get(usize::from(component)).copied().unwrap_or(1)];
                let typed: Vec<_> = values.iter().map(|value| Value::Int(*value)).collect();
                let expected = self.model.set(entity, component, &values);
                assert_eq!(self.world.set(entity, ComponentId::new(component), &typed), expected);
            }
            Step::SetField(number, component, field, value) => self.set_field(number, component, field, value),
            Step::Remove(number, component) => {
                let entity = self.handle(number);
                let expected = self.model.remove(entity, component);
                assert_eq!(self.world.remove(entity, ComponentId::new(component)), expected);
            }
            Step::Tick => {
                self.world.advance_tick();
                self.model.tick += 1;
            }
            Step::Snapshot => self.snapshots.push((self.world.snapshot(), self.model.clone())),
            Step::Restore(number) if !self.snapshots.is_empty() => {
                let (snapshot, model) = &self.snapshots[number % self.snapshots.len()];
                assert!(self.world.restore(snapshot));
                self.model = model.clone();
            }
            Step::Release(number) if !self.snapshots.is_empty() => {
                let (snapshot, _) = self.snapshots.swap_remove(number % self.snapshots.len());
                self.world.release(snapshot);
            }
            Step::Diff(number) if !self.snapshots.is_empty() => {
                let (snapshot, model) = &self.snapshots[number % self.snapshots.len()];
                check_diff(snapshot, model, &self.world, &self.model);
            }
            Step::Reread => {
                // As if saved and loaded; what was shared with snapshots no longer is.
                let read = World::from_bytes(&self.world.to_bytes(), &ReadLimits::default()).unwrap();
                assert!(*read == *self.world);
                self.world = read;
            }
            Step::Restore(_) | Step::Release(_) | Step::Diff(_) => {}
        }
    }

    fn set_field(&mut self, number: usize, component: u8, field: usize, value: i64) {
        let entity = self.handle(number);
        let alive = self.model.is_alive(entity);
        let place = self.model.living.get_mut(&entity.slot()).filter(|_| alive);
        let place = place.and_then(|components| components.get_mut(&component)?.get_mut(field));
        let expected = place.map(|place| *place = value).is_some();
        assert_eq!(self.world.set_field(entity, ComponentId::new(component), field, Value::Int(value)), expected);
    }

    /// Everything that can be asked, asked of both.
    fn check(&self) {
        check_state(&self.world, &self.model, &self.handles);
        for (snapshot, model) in &self.snapshots {
            check_state(snapshot, model, &self.handles);
            let equal = **snapshot == *self.world;
            assert_eq!(equal, *model == self.model);
            assert_eq!(equal, snapshot.state_hash() == self.world.state_hash());
        }
        // A world that was never anything else has the same hash: it does not depend on what happened before.
        let fresh = World::from_bytes(&self.world.to_bytes(), &ReadLimits::default()).unwrap();
        assert_eq!(fresh.state_hash(), self.world.state_hash());
        assert_eq!(fresh.text(), self.world.text());
    }
}

fn check_state(state: &kerosene_world::State, model: &Model, handles: &[Entity]) {
    assert_eq!(
        (state.tick(), state.count(), state.slot_count()),
        (model.tick, model.living.len(), model.generations.len())
    );
    let living: Vec<_> = model.living.keys().map(|slot| model.handle(*slot)).collect();
    assert_eq!(state.entities().collect::<Vec<_>>(), living);
    assert_eq!(state.query::<Entity>().collect::<Vec<_>>(), living);
    for handle in handles {
        assert_eq!(state.is_alive(*handle), model.is_alive(*handle), "{handle}");
    }
    for (slot, components) in &model.living {
        let entity = model.handle(*slot);
        for (component, values) in components {
            let component = ComponentId::new(*component);
            let read = (0..values.len()).map(|field| state.field(entity, component, field));
            assert!(read.eq(values.iter().map(|value| Value::Int(*value))), "{entity} {component}");
        }
        let held: Vec<_> = state.components(entity).map(ComponentId::number).collect();
        assert_eq!(held, components.keys().copied().collect::<Vec<_>>());
    }
}

/// A difference, one (slot, component, fields) at a time, found by comparing everything.
fn check_diff(before: &Snapshot, old: &Model, after: &World, new: &Model) {
    let found = diff(before, after).unwrap();
    assert_eq!(found.ticks.is_some(), old.tick != new.tick);
    let slots: BTreeSet<_> = old.living.keys().chain(new.living.keys()).copied().collect();
    let mut expected = found.entities.iter();
    for slot in slots {
        let entity = |model: &Model| model.living.contains_key(&slot).then(|| model.handle(slot));
        let components = |model: &Model| model.living.get(&slot).cloned().unwrap_or_default();
        let (was, is) = (entity(old), entity(new));
        if was == is && components(old) == components(new) {
            continue;
        }
        let diff = expected.next().expect("a difference that was not found");
        assert_eq!((diff.before, diff.after), (was, is));
        for component in &diff.components {
            let key = component.component.number();
            let (a, b) = (components(old).get(&key).cloned(), components(new).get(&key).cloned());
            match component.change {
                Change::Added => assert!(b.is_some() && (a.is_none() || was != is)),
                Change::Removed => assert!(a.is_some() && (b.is_none() || was != is)),
                Change::Changed(fields) => {
                    let (a, b) = (a.unwrap(), b.unwrap());
                    let differing: Vec<_> = (0..a.len()).filter(|field| a[*field] != b[*field]).collect();
                    assert_eq!(fields.iter().collect::<Vec<_>>(), differing);
                    assert!(!fields.is_empty());
                }
            }
        }
    }
    assert_eq!(expected.next(), None, "a difference that there is not");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_world_does_what_its_model_does(steps in prop::collection::vec(step(), 1..400)) {
        let mut pair = Pair::new();
        for (count, step) in steps.iter().enumerate() {
            pair.run(step);
            if count % 40 == 39 {
                pair.check();
            }
        }
        pair.check();
        // Everything goes back: whatever was shared, no page is lost or given back twice.
        let store = pair.world.store().clone();
        drop(pair);
        prop_assert_eq!(store.usage().pages_in_use, 0);
    }

    #[test]
    fn a_paged_array_does_what_a_vec_does(
        steps in prop::collection::vec((0..10_u8, any::<u16>(), any::<u32>()), 1..300),
    ) {
        let store = PageStore::new();
        // Twelve bytes: pages hold 256 and have a rest that is never used.
        let mut paged: PagedVec<[u32; 3]> = PagedVec::new_in(&store);
        let mut plain: Vec<[u32; 3]> = Vec::new();
        let mut kept = Vec::new();
        for (kind, index, value) in steps {
            let element = [value, 0, value >> 7];
            let at = usize::from(index) % plain.len().max(1);
            match kind {
                0..=2 => {
                    let more = usize::from(index % 300);
                    paged.extend(std::iter::repeat_n(element, more));
                    plain.extend(std::iter::repeat_n(element, more));
                }
                3 => prop_assert_eq!(paged.pop(), plain.pop()),
                4 => {
                    paged.truncate(at);
                    plain.truncate(at);
                }
                5 if !plain.is_empty() => {
                    paged[at] = element;
                    plain[at] = element;
                }
                6 if !plain.is_empty() => prop_assert_eq!(paged.swap_remove(at), Some(plain.swap_remove(at))),
                7 => {
                    paged.resize(at * 2, element);
                    plain.resize(at * 2, element);
                }
                // What is remembered of it must be forgotten by the next write, to the same page too.
                8 => prop_assert_eq!(paged.hash(), paged.clone().hash()),
                _ => kept.push((paged.clone(), plain.clone())),
            }
            prop_assert_eq!(paged.len(), plain.len());
        }
        kept.push((paged, plain.clone()));
        for (paged, plain_then) in &kept {
            prop_assert!(paged.iter().eq(plain_then.iter()));
            prop_assert_eq!(&paged.chunks().collect::<Vec<_>>().concat(), plain_then);
            let mut fresh = PagedVec::new_in(&PageStore::new());
            fresh.extend(plain_then.iter().copied());
            prop_assert_eq!(fresh.hash(), paged.hash());
            prop_assert!(fresh == *paged);
            let last = &kept[kept.len() - 1];
            let longer = plain_then.len().max(last.1.len());
            let differing = (0..longer).filter(|index| plain_then.get(*index) != last.1.get(*index));
            prop_assert_eq!(paged.differing(&last.0), differing.collect::<Vec<_>>());
        }
    }
}
