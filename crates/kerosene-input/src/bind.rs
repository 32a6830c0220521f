//! What keys do.

use crate::{Action, ActionSet, Key};
use kerosene_console::{quote, tokenize};
use std::fmt::Write as _;
use std::sync::Arc;

/// Text bound to a key, cut up once so that a press costs nothing.
///
/// A command in it that begins with `+` is held: the press runs it as it stands, the release runs it with a `-` instead.
/// Where it is one of the [actions](Action) it reaches the player at once; any other (`+zoom_in`, an alias of the
/// player's) goes to the console. All other commands run when the key is pressed.
#[derive(Debug, PartialEq, Eq)]
pub struct Bind {
    text: String,
    actions: ActionSet,
    on_press: String,
    on_release: String,
}

impl Bind {
    /// Cuts up `text`.
    ///
    /// ```
    /// use kerosene_input::{ActionSet, Bind};
    ///
    /// let bind = Bind::new("+forward; +lean 2; say on my way");
    /// assert_eq!(bind.actions(), ActionSet::Forward);
    /// assert_eq!(bind.on_press(), "\"+lean\" \"2\"\n\"say\" \"on\" \"my\" \"way\"\n");
    /// assert_eq!(bind.on_release(), "\"-lean\" \"2\"\n");
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut bind = Self {
            text: text.to_owned(),
            actions: ActionSet::empty(),
            on_press: String::new(),
            on_release: String::new(),
        };
        for words in tokenize(text) {
            bind.add(&words);
        }
        bind
    }

    fn add(&mut self, words: &[String]) {
        let Some((name, arguments)) = words.split_first() else { return };
        if let Some(held) = name.strip_prefix('+') {
            if let Some(action) = Action::from_name(held) {
                self.actions |= ActionSet::from(action);
                return;
            }
            write_command(&mut self.on_release, &format!("-{held}"), arguments);
        }
        write_command(&mut self.on_press, name, arguments);
    }

    /// The text as it was bound.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The actions that it holds.
    #[must_use]
    pub fn actions(&self) -> ActionSet {
        self.actions
    }

    /// What the console is to run when the key is pressed.
    #[must_use]
    pub fn on_press(&self) -> &str {
        &self.on_press
    }

    /// What the console is to run when it is released.
    #[must_use]
    pub fn on_release(&self) -> &str {
        &self.on_release
    }
}

fn write_command(text: &mut String, name: &str, arguments: &[String]) {
    text.push_str(&quote(name));
    for argument in arguments {
        text.push(' ');
        text.push_str(&quote(argument));
    }
    text.push('\n');
}

/// The table of binds: at most one for each key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binds {
    /// By [`Key::index`].
    of_key: Vec<Option<Arc<Bind>>>,
}

impl Default for Binds {
    fn default() -> Self {
        Self { of_key: vec![None; Key::COUNT] }
    }
}

impl Binds {
    /// Longest text of a bind that is taken, in bytes.
    pub const TEXT_BYTES: usize = 1024;

    /// Binds `text` to `key`; empty text takes the bind away. What is longer than [`TEXT_BYTES`](Self::TEXT_BYTES) is
    /// refused, and false comes back.
    ///
    /// ```
    /// use kerosene_input::{Binds, Key};
    ///
    /// let mut binds = Binds::default();
    /// assert!(binds.bind(Key::Space, "+jump"));
    /// assert_eq!(binds.get(Key::Space).expect("it is bound").text(), "+jump");
    /// assert_eq!(binds.keys_of("+JUMP").collect::<Vec<_>>(), [Key::Space]);
    /// ```
    pub fn bind(&mut self, key: Key, text: &str) -> bool {
        if text.len() > Self::TEXT_BYTES {
            return false;
        }
        let is_empty = text.trim().is_empty();
        self.of_key[key.index()] = (!is_empty).then(|| Arc::new(Bind::new(text)));
        true
    }

    /// Takes the bind of `key` away.
    pub fn unbind(&mut self, key: Key) {
        self.of_key[key.index()] = None;
    }

    /// Takes all binds away.
    pub fn unbind_all(&mut self) {
        self.of_key.fill(None);
    }

    /// What `key` does.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<&Arc<Bind>> {
        self.of_key[key.index()].as_ref()
    }

    /// Every key that does something, in the order of [`Key::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Key, &Bind)> {
        Key::ALL.iter().filter_map(|&key| Some((key, &**self.get(key)?)))
    }

    /// The keys that are bound to just that text, in upper or lower case.
    pub fn keys_of(&self, text: &str) -> impl Iterator<Item = Key> {
        self.iter().filter(move |(_, bind)| bind.text().trim().eq_ignore_ascii_case(text)).map(|(key, _)| key)
    }

    /// The table as text for the console that makes this table of any other.
    ///
    /// ```
    /// use kerosene_input::{Binds, Key};
    ///
    /// let mut binds = Binds::default();
    /// binds.bind(Key::Mouse1, "+attack");
    /// assert_eq!(binds.to_text(), "unbindall\nbind \"MOUSE1\" \"+attack\"\n");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::from("unbindall\n");
        for (key, bind) in self.iter() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "bind {} {}", quote(key.name()), quote(bind.text()));
        }
        text
    }
}
