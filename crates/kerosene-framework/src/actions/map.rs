//! Which keys, buttons and sticks mean which action.

use super::{ActionFrame, DEFAULT_ACTIONS, DEFAULT_AXES, MOST_ACTIONS, MOST_AXES};

/// Most bindings of one action, and of each side of an axis.
pub const MOST_BINDINGS: usize = 6;

/// A key, a button of the mouse or of a gamepad, or a trigger: by its name, `SPACE`, `MOUSE1`, `A_BUTTON`.
pub type Binding = String;

/// What the devices of a player say.
pub trait Devices {
    /// Whether a key or a button is down, by its name.
    fn is_down(&self, binding: &str) -> bool;
    /// How far a stick is along an axis, −1 to 1 behind its dead zone, by the name of that: to the right and down.
    fn stick(&self, axis: &str) -> f32;
    /// How far the mouse went, to the right and down; `None` while the pointer is free.
    fn mouse(&self) -> Option<[f32; 2]>;
}

/// Why something was not bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BindingError {
    /// It has as many bindings as it can.
    #[error("{name} has {MOST_BINDINGS} bindings already: unbind one first")]
    TooMany {
        /// The action or axis.
        name: String,
    },
    /// There are as many actions or axes as there can be.
    #[error("there are {MOST_ACTIONS} actions or {MOST_AXES} axes already: {name} is one too many")]
    Full {
        /// The action or axis.
        name: String,
    },
}

/// An action and what means it.
#[derive(Debug, Clone, PartialEq)]
struct Action {
    name: String,
    bindings: Vec<Binding>,
}

/// An axis and what moves it.
#[derive(Debug, Clone, PartialEq)]
struct Axis {
    name: String,
    /// Keys that move it down and up.
    keys: [Vec<Binding>; 2],
    /// The axis of a stick, and whether it counts the other way.
    stick: Option<(String, bool)>,
}

/// A player's bindings. Looking something up allocates nothing; binding may.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionMap {
    actions: Vec<Action>,
    axes: Vec<Axis>,
    mouse_sensitivity: f32,
}

/// The bindings of the actions that there are from the beginning.
const ACTION_DEFAULTS: [&[&str]; 8] = [
    &["SPACE", "A_BUTTON"],
    &["E", "X_BUTTON"],
    &["MOUSE1", "R_TRIGGER"],
    &["MOUSE2", "L_TRIGGER"],
    &["SHIFT", "STICK1"],
    &["CTRL", "B_BUTTON"],
    &["R", "Y_BUTTON"],
    &["ESCAPE", "START"],
];

/// The keys down and up, and the stick, of the axes that there are from the beginning. Sticks report up as −1.
const AXIS_DEFAULTS: [(&[&str], &[&str], &str, bool); 4] = [
    (&["A", "LEFTARROW"], &["D", "RIGHTARROW"], "LEFT_X", false),
    (&["S", "DOWNARROW"], &["W", "UPARROW"], "LEFT_Y", true),
    (&[], &[], "RIGHT_X", false),
    (&[], &[], "RIGHT_Y", false),
];

impl Default for ActionMap {
    fn default() -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let actions = DEFAULT_ACTIONS.into_iter().zip(ACTION_DEFAULTS);
        let axes = DEFAULT_AXES.into_iter().zip(AXIS_DEFAULTS);
        Self {
            actions: actions.map(|(name, keys)| Action { name: name.to_owned(), bindings: owned(keys) }).collect(),
            axes: axes
                .map(|(name, (down, up, stick, inverted))| Axis {
                    name: name.to_owned(),
                    keys: [owned(down), owned(up)],
                    stick: Some((stick.to_owned(), inverted)),
                })
                .collect(),
            mouse_sensitivity: 1.0,
        }
    }
}

impl ActionMap {
    /// What is done now, by what the devices say. Of keys and stick, which both move an axis, the one counts that moves it
    /// farther: both together are not twice as fast.
    ///
    /// ```
    /// use kerosene_framework::{ActionMap, Devices};
    ///
    /// struct Held;
    /// impl Devices for Held {
    ///     fn is_down(&self, binding: &str) -> bool {
    ///         ["W", "SPACE"].contains(&binding)
    ///     }
    ///     fn stick(&self, axis: &str) -> f32 {
    ///         if axis == "LEFT_Y" { -0.5 } else { 0.0 }
    ///     }
    ///     fn mouse(&self) -> Option<[f32; 2]> {
    ///         None
    ///     }
    /// }
    ///
    /// let map = ActionMap::default();
    /// let frame = map.frame(&Held);
    /// assert_eq!(frame.down, 1 << map.action("Jump").expect("known"));
    /// assert_eq!(frame.axes[map.axis("Vertical").expect("known")], 1.0);
    /// ```
    #[must_use]
    pub fn frame(&self, devices: &impl Devices) -> ActionFrame {
        let held = |bindings: &[Binding]| bindings.iter().any(|binding| devices.is_down(binding));
        let mut frame = ActionFrame::default();
        for (number, action) in self.actions.iter().enumerate() {
            frame.down |= u32::from(held(&action.bindings)) << number;
        }
        for (slot, axis) in frame.axes.iter_mut().zip(&self.axes) {
            let keys = f32::from(i8::from(held(&axis.keys[1])) - i8::from(held(&axis.keys[0])));
            let stick = axis.stick.as_ref().map_or(0.0, |(name, inverted)| {
                let way = devices.stick(name).clamp(-1.0, 1.0);
                if *inverted { 0.0 - way } else { way }
            });
            *slot = if keys.abs() >= stick.abs() { keys } else { stick };
        }
        let mouse = devices.mouse().unwrap_or_default();
        frame.mouse = mouse.map(|way| way * self.mouse_sensitivity);
        frame
    }

    /// The number of an action; names are taken as they are written.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<usize> {
        self.actions.iter().position(|action| action.name == name)
    }

    /// The number of an axis.
    #[must_use]
    pub fn axis(&self, name: &str) -> Option<usize> {
        self.axes.iter().position(|axis| axis.name == name)
    }

    /// What means an action.
    #[must_use]
    pub fn bindings(&self, action: &str) -> &[Binding] {
        self.action(action).map_or(&[], |number| &self.actions[number].bindings)
    }

    /// Lets a key or a button mean an action, which is new where it is not known.
    ///
    /// # Errors
    /// It has six bindings already, or there are 32 actions.
    pub fn bind(&mut self, action: &str, binding: &str) -> Result<(), BindingError> {
        let number = match self.action(action) {
            Some(number) => number,
            None if self.actions.len() >= MOST_ACTIONS => return Err(BindingError::Full { name: action.to_owned() }),
            None => {
                self.actions.push(Action { name: action.to_owned(), bindings: Vec::new() });
                self.actions.len() - 1
            }
        };
        add(&mut self.actions[number].bindings, action, binding)
    }

    /// Lets two keys move an axis down and up, which is new where it is not known.
    ///
    /// # Errors
    /// A side has six keys already, or there are 8 axes.
    pub fn bind_axis_keys(&mut self, axis: &str, down: &str, up: &str) -> Result<(), BindingError> {
        let number = self.axis_or_new(axis)?;
        let [keys_down, keys_up] = &mut self.axes[number].keys;
        add(keys_down, axis, down)?;
        add(keys_up, axis, up)
    }

    /// Lets a stick move an axis, the other way around where `inverted`; one that did before does not any more.
    ///
    /// # Errors
    /// There are 8 axes.
    pub fn bind_axis_stick(&mut self, axis: &str, stick: &str, inverted: bool) -> Result<(), BindingError> {
        let number = self.axis_or_new(axis)?;
        self.axes[number].stick = Some((stick.to_owned(), inverted));
        Ok(())
    }

    /// Takes everything off an action or axis. False if there is none of the name.
    pub fn unbind(&mut self, name: &str) -> bool {
        let (action, axis) = (self.action(name), self.axis(name));
        if let Some(number) = action {
            self.actions[number].bindings.clear();
        }
        if let Some(number) = axis {
            self.axes[number].keys = [Vec::new(), Vec::new()];
            self.axes[number].stick = None;
        }
        action.is_some() || axis.is_some()
    }

    /// Puts everything back to how it was in the beginning.
    pub fn reset_to_defaults(&mut self) {
        *self = Self::default();
    }

    /// What the way of the mouse is multiplied by.
    pub fn set_mouse_sensitivity(&mut self, factor: f32) {
        self.mouse_sensitivity = if factor.is_finite() { factor } else { 1.0 };
    }

    fn axis_or_new(&mut self, name: &str) -> Result<usize, BindingError> {
        if let Some(number) = self.axis(name) {
            return Ok(number);
        }
        if self.axes.len() >= MOST_AXES {
            return Err(BindingError::Full { name: name.to_owned() });
        }
        self.axes.push(Axis { name: name.to_owned(), keys: [Vec::new(), Vec::new()], stick: None });
        Ok(self.axes.len() - 1)
    }
}

fn add(bindings: &mut Vec<Binding>, name: &str, binding: &str) -> Result<(), BindingError> {
    if bindings.iter().any(|bound| bound == binding) {
        return Ok(());
    }
    if bindings.len() >= MOST_BINDINGS {
        return Err(BindingError::TooMany { name: name.to_owned() });
    }
    bindings.push(binding.to_owned());
    Ok(())
}
