//! Keys as a map writes them: what each one sets.

use super::EntityWorld;
use crate::EntityId;
use crate::class::{ClassId, read_field};
use crate::components::{BrushModel, Flags, Pose, Switches};
use crate::value::Value;
use crate::wires::WireText;
use kerosene_kv::Value as FromText;
use kerosene_math::{Aabb, Angles, Vec3};
use kerosene_world::{ComponentId, FieldKind};

/// What came of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeySet {
    /// It was set.
    Done,
    /// It names another entity, which may not exist yet.
    Names(Reference),
    /// Its value cannot be read; what was expected.
    Unreadable(&'static str),
    /// A brush model that the map does not have.
    NoModel,
    /// The entity is not alive.
    Nobody,
}

/// What a key that names an entity sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    Parent,
    Field(ComponentId, usize),
}

impl EntityWorld {
    /// Sets a key of an entity, written as a map writes it: its name, pose, parent, flags, a field of its components,
    /// a wire under the name of an output, or a loose field. False if the value cannot be read, or names nobody.
    ///
    /// ```
    /// use kerosene_entity::{EntityWorld, Registry};
    /// use kerosene_math::Angles;
    ///
    /// let mut world = EntityWorld::new(&Registry::new([])?);
    /// let lamp = world.spawn("light");
    /// assert!(world.set_key(lamp, "angles", "0 90 0"));
    /// assert!(!world.set_key(lamp, "origin", "here"));
    /// assert_eq!(world.angles(lamp), Angles::new(0.0, 90.0, 0.0));
    /// # Ok::<(), kerosene_entity::RegistryError>(())
    /// ```
    pub fn set_key(&mut self, entity: EntityId, key: &str, value: &str) -> bool {
        match self.apply_key(entity, key, value, &[]) {
            KeySet::Done => true,
            KeySet::Names(reference) => self.set_reference(entity, reference, value),
            KeySet::Unreadable(_) | KeySet::NoModel | KeySet::Nobody => false,
        }
    }

    /// Sets a key; `models` are the bounds of the map's brush models, by number.
    pub(super) fn apply_key(&mut self, entity: EntityId, key: &str, value: &str, models: &[Aabb]) -> KeySet {
        let Some(class) = self.class_of(entity) else { return KeySet::Nobody };
        if let Some(done) = self.apply_common(entity, key, value, models) {
            return done;
        }
        if let Some((component, field, kind)) = self.component_field(class, key) {
            return self.apply_field(entity, component, field, kind, value);
        }
        if let Some(wire) = self.wire_of_key(class, key, value) {
            self.add_wire(entity, &wire);
            return KeySet::Done;
        }
        let value = Value::inferred(value, &mut self.world);
        let key = self.name(key);
        self.set_loose_field(entity, key, value);
        KeySet::Done
    }

    /// Keys that every entity has; `None` for any other.
    fn apply_common(&mut self, entity: EntityId, key: &str, value: &str, models: &[Aabb]) -> Option<KeySet> {
        let is = |name: &str| key.eq_ignore_ascii_case(name);
        if is("classname") {
            return Some(KeySet::Done);
        }
        if is("targetname") {
            let name = self.name(value.trim());
            self.set_name(entity, name);
            return Some(KeySet::Done);
        }
        if is("parentname") {
            return Some(if value.trim().is_empty() { KeySet::Done } else { KeySet::Names(Reference::Parent) });
        }
        if is("origin") {
            let Some(origin) = <[f32; 3]>::from_text(value) else { return Some(KeySet::Unreadable("three numbers")) };
            self.set_origin(entity, Vec3::from(origin));
            return Some(KeySet::Done);
        }
        if is("angles") || is("angle") || is("mangle") {
            return self.apply_angles(entity, key, value);
        }
        if is("spawnflags") {
            let Some(bits) = crate::value::read_int(value) else { return Some(KeySet::Unreadable("a whole number")) };
            if let Some(mut switches) = self.get_mut::<Switches>(entity) {
                switches.spawn_flags = bits as u32;
            }
            return Some(KeySet::Done);
        }
        if is("startdisabled") {
            let Some(off) = crate::value::read_bool(value) else { return Some(KeySet::Unreadable("0 or 1")) };
            self.change_flags(entity, |flags| flags.set(Flags::DISABLED, off));
            return Some(KeySet::Done);
        }
        if is("model") {
            return self.apply_brush_model(entity, value, models);
        }
        None
    }

    /// Pitch, yaw and roll, or Quake's one number: the yaw, or -1 for up and -2 for down.
    fn apply_angles(&mut self, entity: EntityId, key: &str, value: &str) -> Option<KeySet> {
        let angles = if key.eq_ignore_ascii_case("angle") {
            match f32::from_text(value) {
                Some(-1.0) => Angles::new(-90.0, 0.0, 0.0),
                Some(-2.0) => Angles::new(90.0, 0.0, 0.0),
                Some(yaw) => Angles::new(0.0, yaw, 0.0),
                None => return Some(KeySet::Unreadable("an angle in degrees")),
            }
        } else {
            match <[f32; 3]>::from_text(value) {
                Some([pitch, yaw, roll]) => Angles::new(pitch, yaw, roll),
                None => return Some(KeySet::Unreadable("three angles in degrees")),
            }
        };
        let pose = Pose::new(self.origin(entity), angles);
        self.set_pose(entity, pose);
        Some(KeySet::Done)
    }

    /// `*N` is a brush model; any other model is left to the class.
    fn apply_brush_model(&mut self, entity: EntityId, value: &str, models: &[Aabb]) -> Option<KeySet> {
        let number = value.trim().strip_prefix('*')?;
        let Ok(model) = number.parse::<u32>() else { return Some(KeySet::Unreadable("`*` and the number of a model")) };
        let bounds = models.get(model as usize).copied();
        let Aabb { min, max } = bounds.filter(|bounds| !bounds.is_empty()).unwrap_or(Aabb::new(Vec3::ZERO, Vec3::ZERO));
        self.world.insert(entity, BrushModel { model, mins: min, maxs: max });
        Some(if bounds.is_some() { KeySet::Done } else { KeySet::NoModel })
    }

    fn apply_field(
        &mut self,
        entity: EntityId,
        component: ComponentId,
        field: usize,
        kind: FieldKind,
        value: &str,
    ) -> KeySet {
        if kind == FieldKind::Entity {
            let empty = value.trim().is_empty();
            return if empty { KeySet::Done } else { KeySet::Names(Reference::Field(component, field)) };
        }
        match read_field(kind, value, &mut self.world) {
            Some(value) => {
                self.world.set_field(entity, component, field, value);
                KeySet::Done
            }
            None => KeySet::Unreadable(crate::value::expected(crate::class::value_kind(kind))),
        }
    }

    /// A key that has the name of one of the class's outputs and a value that is a wire: editors without wires of
    /// their own write them so.
    fn wire_of_key(&self, class: ClassId, key: &str, value: &str) -> Option<WireText> {
        let known = self.registry.known(class);
        if known.output(key).is_none()
            && !(known.def.any_output
                && key.len() > 2
                && key.is_char_boundary(2)
                && key[..2].eq_ignore_ascii_case("on"))
        {
            return None;
        }
        if !value.contains([',', '\u{1b}']) {
            return None;
        }
        WireText::parse(key, value).ok()
    }

    /// Sets what names another entity. False if nobody has that name.
    pub(super) fn set_reference(&mut self, entity: EntityId, reference: Reference, name: &str) -> bool {
        let target = self.target(name);
        let Some(found) = self.resolve_first(target, None, Some(entity)) else { return false };
        match reference {
            Reference::Parent => self.set_parent(entity, found),
            Reference::Field(component, field) => {
                self.world.set_field(entity, component, field, kerosene_world::Value::Entity(Some(found)))
            }
        }
    }
}
