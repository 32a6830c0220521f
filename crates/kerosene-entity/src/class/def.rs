//! The declaration of a class.

use super::ComponentEntry;
use super::handlers::{
    AnimationDoneHandler, BlockedHandler, DamageHandler, InputHandler, MoveDoneHandler, RestoreHandler, SpawnHandler,
    ThinkHandler, TouchHandler, UseHandler,
};
use crate::kdef::{ClassKind, KdefChoice, KdefHelper, KdefKey, KeyKind, ModelRole, ValueKind};
use kerosene_world::Component;

/// A class of entities: what it is called, what it carries, what it takes and fires, what it does.
///
/// Everything that an editor shows of it is declared here once; [`Registry::kdef`](crate::Registry::kdef) and FGD are
/// made from it.
///
/// ```
/// use kerosene_entity::{ClassDef, ClassKind, EntityId, EntityWorld, InputEvent, ValueKind};
///
/// fn trigger(world: &mut EntityWorld, relay: EntityId, event: &InputEvent) {
///     world.fire_output(relay, "OnTrigger", event.activator, event.value);
/// }
///
/// let relay = ClassDef::new("logic_relay", ClassKind::Point)
///     .help("Passes a signal on.")
///     .input("Trigger", ValueKind::None, trigger, "Fires OnTrigger.")
///     .output("OnTrigger", ValueKind::None, "When it is triggered.");
/// assert_eq!(relay.name, "logic_relay");
/// ```
#[derive(Debug, Clone)]
pub struct ClassDef {
    /// The class name that maps write.
    pub name: &'static str,
    /// Whether it is a point, brushes or either.
    pub kind: ClassKind,
    /// What the engine makes of its model.
    pub model: ModelRole,
    /// Other names that maps use for it.
    pub aliases: Vec<&'static str>,
    /// What it is, for people.
    pub help: &'static str,
    /// The typed components that its entities carry.
    pub(crate) components: Vec<ComponentEntry>,
    /// Keys that it reads from the bag, for the editor.
    pub(crate) keys: Vec<KdefKey>,
    /// Bits of `spawnflags`.
    pub(crate) flags: Vec<KdefChoice>,
    /// How an editor draws it.
    pub(crate) helpers: Vec<KdefHelper>,
    /// Inputs that it takes.
    pub(crate) inputs: Vec<InputDef>,
    /// Outputs that it fires.
    pub(crate) outputs: Vec<OutputDef>,
    /// Whether it may fire others too.
    pub(crate) any_output: bool,
    /// What it does.
    pub(crate) handlers: Handlers,
}

/// An input of a class.
#[derive(Debug, Clone, Copy)]
pub struct InputDef {
    /// Its name.
    pub name: &'static str,
    /// What kind of value it takes.
    pub kind: ValueKind,
    /// What runs when it arrives.
    pub handler: InputHandler,
    /// What it does, for people.
    pub help: &'static str,
}

/// An output of a class.
#[derive(Debug, Clone, Copy)]
pub struct OutputDef {
    /// Its name.
    pub name: &'static str,
    /// What kind of value it brings.
    pub kind: ValueKind,
    /// When it fires, for people.
    pub help: &'static str,
}

/// The handlers of a class; each may be missing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Handlers {
    pub(crate) prepare: Option<SpawnHandler>,
    pub(crate) spawn: Option<SpawnHandler>,
    pub(crate) think: Option<ThinkHandler>,
    pub(crate) restore: Option<RestoreHandler>,
    pub(crate) touch: Option<TouchHandler>,
    pub(crate) use_: Option<UseHandler>,
    pub(crate) damage: Option<DamageHandler>,
    pub(crate) blocked: Option<BlockedHandler>,
    pub(crate) move_done: Option<MoveDoneHandler>,
    pub(crate) animation_done: Option<AnimationDoneHandler>,
}

impl ClassDef {
    /// A class that does nothing yet.
    pub fn new(name: &'static str, kind: ClassKind) -> Self {
        Self {
            name,
            kind,
            model: ModelRole::None,
            aliases: Vec::new(),
            help: "",
            components: Vec::new(),
            keys: Vec::new(),
            flags: Vec::new(),
            helpers: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            any_output: false,
            handlers: Handlers::default(),
        }
    }

    /// What it is, for people.
    #[must_use]
    pub fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// What the engine makes of its model.
    #[must_use]
    pub fn model(mut self, model: ModelRole) -> Self {
        self.model = model;
        self
    }

    /// Another name that maps use for it.
    #[must_use]
    pub fn alias(mut self, alias: &'static str) -> Self {
        self.aliases.push(alias);
        self
    }

    /// A typed component that each of its entities carries; its fields are keys.
    #[must_use]
    pub fn component<C: Component>(mut self) -> Self {
        self.components.push(ComponentEntry::of::<C>());
        self
    }

    /// A key that it reads from the bag ([`EntityWorld::field`](crate::EntityWorld::field)), for the editor.
    #[must_use]
    pub fn key(mut self, name: &str, kind: KeyKind, default: &str, label: &str, help: &str) -> Self {
        let [name, default, label, help] = [name, default, label, help].map(str::to_owned);
        self.keys.push(KdefKey { name, label, kind, default, help, choices: Vec::new() });
        self
    }

    /// A choice of the key declared last: its value and what it means.
    #[must_use]
    pub fn choice(mut self, value: &str, label: &str) -> Self {
        if let Some(key) = self.keys.last_mut() {
            key.choices.push(KdefChoice { value: value.to_owned(), label: label.to_owned(), on: false });
        }
        self
    }

    /// A bit of `spawnflags`: its value, what it means, whether a new entity has it.
    #[must_use]
    pub fn flag(mut self, bit: u32, label: &str, on: bool) -> Self {
        self.flags.push(KdefChoice { value: bit.to_string(), label: label.to_owned(), on });
        self
    }

    /// How an editor draws it.
    #[must_use]
    pub fn helper(mut self, helper: KdefHelper) -> Self {
        self.helpers.push(helper);
        self
    }

    /// An input: its name, the kind of value that it takes, what runs, what it does.
    #[must_use]
    pub fn input(mut self, name: &'static str, kind: ValueKind, handler: InputHandler, help: &'static str) -> Self {
        self.inputs.push(InputDef { name, kind, handler, help });
        self
    }

    /// An output: its name, the kind of value that it brings, when it fires.
    #[must_use]
    pub fn output(mut self, name: &'static str, kind: ValueKind, help: &'static str) -> Self {
        self.outputs.push(OutputDef { name, kind, help });
        self
    }

    /// It may fire outputs that are not declared, such as those that a panel's layout names.
    #[must_use]
    pub fn any_output(mut self) -> Self {
        self.any_output = true;
        self
    }

    /// Runs once before any entity of a fresh map is born, when all are there with their keys: for classes that decide
    /// which others are born. For an entity made later it runs just before it is born.
    #[must_use]
    pub fn on_prepare(mut self, handler: SpawnHandler) -> Self {
        self.handlers.prepare = Some(handler);
        self
    }

    /// Runs once when the entity is born.
    #[must_use]
    pub fn on_spawn(mut self, handler: SpawnHandler) -> Self {
        self.handlers.spawn = Some(handler);
        self
    }

    /// Runs when a think is due.
    #[must_use]
    pub fn on_think(mut self, handler: ThinkHandler) -> Self {
        self.handlers.think = Some(handler);
        self
    }

    /// Runs after a restore.
    #[must_use]
    pub fn on_restore(mut self, handler: RestoreHandler) -> Self {
        self.handlers.restore = Some(handler);
        self
    }

    /// Runs when something enters, stays in or leaves its volume.
    #[must_use]
    pub fn on_touch(mut self, handler: TouchHandler) -> Self {
        self.handlers.touch = Some(handler);
        self
    }

    /// Runs when it is used.
    #[must_use]
    pub fn on_use(mut self, handler: UseHandler) -> Self {
        self.handlers.use_ = Some(handler);
        self
    }

    /// Runs when it is hurt.
    #[must_use]
    pub fn on_damage(mut self, handler: DamageHandler) -> Self {
        self.handlers.damage = Some(handler);
        self
    }

    /// Runs when something is in its way.
    #[must_use]
    pub fn on_blocked(mut self, handler: BlockedHandler) -> Self {
        self.handlers.blocked = Some(handler);
        self
    }

    /// Runs when its motion is done.
    #[must_use]
    pub fn on_move_done(mut self, handler: MoveDoneHandler) -> Self {
        self.handlers.move_done = Some(handler);
        self
    }

    /// Runs when its animation has ended.
    #[must_use]
    pub fn on_animation_done(mut self, handler: AnimationDoneHandler) -> Self {
        self.handlers.animation_done = Some(handler);
        self
    }
}
