//! Whom an event reaches.

use super::rows::{EntityRow, TargetRow};
use crate::name::{Name, Symbol};
use crate::wires::Special;
use crate::{EntityId, EntityWorld};
use kerosene_world::TextId;

/// Whom an input is for.
///
/// ```
/// use kerosene_entity::{EntityWorld, Registry, Special, Target};
///
/// let mut world = EntityWorld::new(&Registry::new([])?);
/// assert_eq!(world.target("!Activator"), Target::Special(Special::Activator));
/// assert!(matches!(world.target("lamp*"), Target::Prefix(_)));
/// # Ok::<(), kerosene_entity::RegistryError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Every entity of that name, in spawn order.
    Name(Name),
    /// Every entity whose name begins so, in spawn order.
    Prefix(Name),
    /// Somebody that depends on who fired.
    Special(Special),
    /// That entity and no other. Maps cannot write it; scripts and handlers can.
    Handle(EntityId),
}

impl From<EntityId> for Target {
    fn from(entity: EntityId) -> Self {
        Self::Handle(entity)
    }
}

impl From<Target> for TargetRow {
    fn from(target: Target) -> Self {
        let named = |name: Name, kind| Self { bits: name.spelling().to_bits(), symbol: name.symbol.0, kind };
        match target {
            Target::Name(name) => named(name, Self::NAME),
            Target::Prefix(name) => named(name, Self::PREFIX),
            Target::Special(special) => {
                let number = Special::ALL.iter().position(|&known| known == special).unwrap_or(0);
                Self { bits: 0, symbol: number as u32, kind: Self::SPECIAL }
            }
            Target::Handle(entity) => Self { bits: entity.to_bits(), symbol: 0, kind: Self::HANDLE },
        }
    }
}

impl TargetRow {
    /// The target; a row that no target makes is the empty name, which reaches nobody.
    #[inline]
    pub(crate) fn target(self) -> Target {
        let name = Name::new(TextId::from_bits(self.bits), Symbol(self.symbol));
        match self.kind {
            Self::NAME => Target::Name(name),
            Self::PREFIX => Target::Prefix(name),
            Self::SPECIAL => Special::ALL
                .get(self.symbol as usize)
                .map_or(Target::Name(Name::default()), |&special| Target::Special(special)),
            _ => EntityId::from_bits(self.bits).map_or(Target::Name(Name::default()), Target::Handle),
        }
    }
}

impl EntityWorld {
    /// The target that a text names: `!activator` and the like, `prefix*`, a handle `@slot#generation`, or a name.
    pub fn target(&mut self, text: &str) -> Target {
        let text = text.trim();
        if let Some(special) = Special::from_name(text) {
            return Target::Special(special);
        }
        if let Ok(entity) = text.parse() {
            return Target::Handle(entity);
        }
        match text.strip_suffix('*') {
            Some(prefix) => Target::Prefix(self.name(prefix)),
            None => Target::Name(self.name(text)),
        }
    }

    /// The target that an interned text names.
    pub fn target_of_text(&mut self, text: TextId) -> Target {
        let text = self.text(text).to_owned();
        self.target(&text)
    }

    /// A target as a map writes it.
    pub fn target_text(&self, target: Target) -> String {
        match target {
            Target::Name(name) => self.text(name.spelling()).to_owned(),
            Target::Prefix(name) => format!("{}*", self.text(name.spelling())),
            Target::Special(special) => special.name().to_owned(),
            Target::Handle(entity) => entity.to_string(),
        }
    }

    /// The entities that a target reaches now, in spawn order, without those marked for removal, appended to `found`.
    pub fn resolve(
        &self,
        target: Target,
        activator: Option<EntityId>,
        caller: Option<EntityId>,
        found: &mut Vec<EntityId>,
    ) {
        match target {
            Target::Name(name) => found.extend(self.named(name.symbol)),
            Target::Prefix(name) => self.resolve_prefix(name, found),
            Target::Special(special) => found.extend(self.special(special, activator, caller)),
            Target::Handle(entity) => found.extend(Some(entity).filter(|&entity| self.is_active(entity))),
        }
    }

    /// The entity that a target reaches now if it is a name that one entity alone bears, and its row.
    #[inline]
    pub(super) fn sole_bearer(&self, target: TargetRow) -> Option<(EntityId, &EntityRow)> {
        let symbol = Some(Symbol(target.symbol)).filter(|_| target.kind == TargetRow::NAME)?;
        let row = self.state.rows.get(self.state.names.first(symbol).index()?)?;
        Some((row.id.entity()?, row)).filter(|(_, row)| row.name_next.is_none() && row.is_active())
    }

    /// The first entity that a target reaches now.
    pub fn resolve_first(
        &self,
        target: Target,
        activator: Option<EntityId>,
        caller: Option<EntityId>,
    ) -> Option<EntityId> {
        match target {
            Target::Name(name) => self.named(name.symbol).next(),
            Target::Special(special) => self.special(special, activator, caller),
            _ => {
                let mut found = Vec::new();
                self.resolve(target, activator, caller, &mut found);
                found.first().copied()
            }
        }
    }

    fn special(&self, special: Special, activator: Option<EntityId>, caller: Option<EntityId>) -> Option<EntityId> {
        let entity = match special {
            Special::Activator => activator,
            Special::Caller | Special::This => caller,
            Special::Player => self.state.clock.player,
            Special::Picker => self.state.clock.picker,
        };
        entity.filter(|&entity| self.is_active(entity))
    }

    /// Entities whose name begins with a prefix, in spawn order.
    fn resolve_prefix(&self, prefix: Name, found: &mut Vec<EntityId>) {
        let first = found.len();
        let prefix = self.text(self.state.names.text(prefix.symbol));
        for (symbol, text) in self.state.names.with_head(prefix) {
            if prefix.len() <= 8 || self.text(text).starts_with(prefix) {
                found.extend(self.named(symbol));
            }
        }
        found[first..].sort_unstable_by_key(|entity| self.state.rows[entity.slot() as usize].spawn_order);
    }
}
