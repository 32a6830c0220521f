//! The schema of a game's classes, `.kdef`: what an editor offers and a checker knows.
//!
//! It is KeyValues text. A `base` lends its keys and wires to the classes that name it; a later definition of a name
//! replaces an earlier one, so that a mod's file is laid over the game's.
//!
//! ```text
//! kdef { "version" "1" }
//! base
//! {
//!     "name" "Named"
//!     key { "name" "targetname" "type" "target_source" "label" "Name" }
//! }
//! class
//! {
//!     "name" "door"
//!     "kind" "brush"                  // point, brush, any
//!     "model" "mover"                 // none, static, mover, trigger, physics, animated
//!     "base" "Named"
//!     "alias" "func_door"
//!     "help" "Slides open along a direction."
//!     key { "name" "speed" "type" "float" "default" "100" "label" "Speed" "help" "Units a second." }
//!     key
//!     {
//!         "name" "spawnflags"
//!         "type" "flags"
//!         choice { "value" "1" "label" "Starts open" }
//!     }
//!     input { "name" "Open" "type" "void" }
//!     output { "name" "OnOpen" "type" "void" }
//!     helper { "type" "line" "key" "target" }
//! }
//! ```

mod check;
mod fgd;
mod kinds;
mod model;
mod read;
mod write;

pub use check::{Difference, Mismatch};
pub use kinds::{ClassKind, HelperKind, KeyKind, ModelRole, ValueKind};
pub use model::{Kdef, KdefChoice, KdefClass, KdefHelper, KdefKey, KdefPort};
pub use read::KdefError;

/// Version of the schema text that is written, and the latest that is read.
pub(crate) const VERSION: u32 = 1;

impl Kdef {
    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong and where: text that is no KeyValues text, a class without a name, an unknown word, a later
    /// version.
    ///
    /// ```
    /// use kerosene_entity::{Kdef, KdefError};
    ///
    /// let error = Kdef::parse("class {\n name door\n kind solid\n}").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 3, column 2: `solid` is no kind of class: expected one of point, brush, any"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, KdefError> {
        read::parse(text)
    }

    /// The canonical text: reading it gives the same schema back.
    ///
    /// ```
    /// use kerosene_entity::Kdef;
    ///
    /// let kdef = Kdef::parse("class { name light key { name _light type color } }")?;
    /// assert_eq!(Kdef::parse(&kdef.to_text())?, kdef);
    /// # Ok::<(), kerosene_entity::KdefError>(())
    /// ```
    pub fn to_text(&self) -> String {
        write::text(self)
    }

    /// The schema as the FGD text that TrenchBroom and Hammer read.
    ///
    /// ```
    /// use kerosene_entity::Kdef;
    ///
    /// let kdef = Kdef::parse("class { name door kind brush key { name speed type float default 100 label Speed } }")?;
    /// assert!(kdef.to_fgd().contains("@SolidClass = door\n[\n\tspeed(float) : \"Speed\" : \"100\"\n]"));
    /// # Ok::<(), kerosene_entity::KdefError>(())
    /// ```
    pub fn to_fgd(&self) -> String {
        fgd::text(self)
    }

    /// Every difference between this schema and another, both ways: what a class of one has and the same class of the
    /// other lacks or says otherwise. A game's test compares the file in its content with its registry.
    ///
    /// ```
    /// use kerosene_entity::Kdef;
    ///
    /// let ours = Kdef::parse("class { name door output { name OnOpen } }")?;
    /// let theirs = Kdef::parse("class { name door }")?;
    /// assert_eq!(ours.mismatches(&theirs)[0].to_string(), "class `door`: output `OnOpen` is only in the first");
    /// assert_eq!(theirs.mismatches(&ours)[0].to_string(), "class `door`: output `OnOpen` is only in the second");
    /// # Ok::<(), kerosene_entity::KdefError>(())
    /// ```
    pub fn mismatches(&self, other: &Self) -> Vec<Mismatch> {
        check::mismatches(self, other)
    }
}
