//! What is held down, by whom, and what that makes of the actions.

use crate::{ActionSet, Bind, DeviceId, Key, PlayerSlot};
use std::sync::Arc;

/// A key that is down.
#[derive(Debug)]
struct HeldKey {
    device: DeviceId,
    key: Key,
    player: PlayerSlot,
    /// What it holds still; less than what its bind holds where a `-action` let go of some.
    actions: ActionSet,
    /// What it did when it was pressed, and so must undo, whatever the key is bound to by now.
    bind: Option<Arc<Bind>>,
}

/// What one player does other than by keys, and what was begun since the last tick.
#[derive(Debug, Clone, Copy, Default)]
struct Other {
    /// Begun by `+action` in the console, until `-action`.
    from_console: ActionSet,
    /// Begun by `toggle_action`.
    toggled: ActionSet,
    /// Begun since a tick last ran, though it may have ended already.
    begun: ActionSet,
}

/// All that is down. An action is done as long as anything holds it, so of two keys on one action the last one ends it;
/// that is found by looking, not by counting, so that nothing can be stuck by a count that went wrong.
#[derive(Debug, Default)]
pub(crate) struct Held {
    keys: Vec<HeldKey>,
    others: [Other; PlayerSlot::COUNT],
}

/// Keys that are down at once, at most: more than all players' fingers.
const MOST_KEYS: usize = 256;

impl Held {
    /// Notes that a key went down, doing what its bind does, if any. False where it was down already (a keyboard that
    /// repeats), or where too many are.
    pub(crate) fn press(&mut self, device: DeviceId, key: Key, player: PlayerSlot, bind: Option<&Arc<Bind>>) -> bool {
        if self.keys.len() >= MOST_KEYS || self.position(device, key).is_some() {
            return false;
        }
        let actions = bind.map_or(ActionSet::empty(), |bind| bind.actions());
        self.others[player.index()].begun |= actions;
        self.keys.push(HeldKey { device, key, player, actions, bind: bind.cloned() });
        true
    }

    /// Notes that a key came up; gives the bind that its press ran, and for whom.
    pub(crate) fn release(&mut self, device: DeviceId, key: Key) -> Option<(PlayerSlot, Arc<Bind>)> {
        let held = self.keys.swap_remove(self.position(device, key)?);
        Some((held.player, held.bind?))
    }

    /// Lets go of everything that keys hold, though they stay down; what their presses ran is given to `undo`.
    pub(crate) fn let_go(&mut self, mut undo: impl FnMut(PlayerSlot, &Bind)) {
        for held in &mut self.keys {
            held.actions = ActionSet::empty();
            if let Some(bind) = held.bind.take() {
                undo(held.player, &bind);
            }
        }
        for other in &mut self.others {
            other.begun = ActionSet::empty();
        }
    }

    /// As [`let_go`](Self::let_go), and the keys are taken to be up, and nothing stays toggled or begun by the console.
    pub(crate) fn forget(&mut self, undo: impl FnMut(PlayerSlot, &Bind)) {
        self.let_go(undo);
        self.keys.clear();
        self.others = Default::default();
    }

    /// Takes the keys of a device to be up, as [`forget`](Self::forget) does with all.
    pub(crate) fn forget_device(&mut self, device: DeviceId, mut undo: impl FnMut(PlayerSlot, &Bind)) {
        self.keys.retain(|held| {
            if held.device == device
                && let Some(bind) = &held.bind
            {
                undo(held.player, bind);
            }
            held.device != device
        });
    }

    /// `+action` from the console.
    pub(crate) fn begin(&mut self, player: PlayerSlot, actions: ActionSet) {
        let other = &mut self.others[player.index()];
        other.from_console |= actions;
        other.begun |= actions;
    }

    /// `-action` from the console: whatever holds them lets go, as in Quake, so that nothing can stay stuck.
    pub(crate) fn end(&mut self, player: PlayerSlot, actions: ActionSet) {
        for held in self.keys.iter_mut().filter(|held| held.player == player) {
            held.actions.remove(actions);
        }
        let other = &mut self.others[player.index()];
        other.from_console.remove(actions);
        other.toggled.remove(actions);
    }

    /// `toggle_action`: ends what is done by whatever means, begins what is not.
    pub(crate) fn toggle(&mut self, player: PlayerSlot, actions: ActionSet) {
        if self.held(player).intersects(actions) {
            self.end(player, actions);
        } else {
            let other = &mut self.others[player.index()];
            other.toggled |= actions;
            other.begun |= actions;
        }
    }

    /// What a player does now.
    pub(crate) fn held(&self, player: PlayerSlot) -> ActionSet {
        let other = &self.others[player.index()];
        let by_keys = self.keys.iter().filter(|held| held.player == player).map(|held| held.actions);
        by_keys.fold(other.from_console | other.toggled, ActionSet::union)
    }

    /// What a player does or has begun since a tick last ran: what the next tick is to see.
    pub(crate) fn seen_by_tick(&self, player: PlayerSlot) -> ActionSet {
        self.held(player) | self.others[player.index()].begun
    }

    /// A tick has seen what was begun.
    pub(crate) fn tick_ran(&mut self) {
        for other in &mut self.others {
            other.begun = ActionSet::empty();
        }
    }

    /// Whether a key of any device is down.
    pub(crate) fn is_down(&self, key: Key) -> bool {
        self.keys.iter().any(|held| held.key == key)
    }

    fn position(&self, device: DeviceId, key: Key) -> Option<usize> {
        self.keys.iter().position(|held| held.device == device && held.key == key)
    }
}
