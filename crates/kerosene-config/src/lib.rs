//! Project files (`.kproj`), and the content that they say.
//!
//! A project file stands at the top of a game's folder. It says what the game is called, which folder holds its content,
//! which map it begins with and which program plays it; everything in it has a default, so an empty one is a project:
//!
//! ```text
//! project
//! {
//!     name "Ruins of the Tower"
//!     content game            // the folder that holds maps/, materials/, ...
//!     startmap chapter1/gate
//!     bin ruins               // the program, where it is not the stock runtime
//!     dir maps                // folders of content, instead of the usual ones; may be repeated
//!     dir materials
//! }
//! ```
//!
//! [`find_content`] is the one way by which the runtime and every tool come to the content: it finds the root
//! ([`kerosene_vfs::find_content_root`]), reads the project file there, and says which folder is meant and why.
//!
//! # Trade-offs
//!
//! A project file that cannot be read is an error and not the same as none: with another content folder than the
//! project says, a tool would do its work in the wrong place. A key that is not known is kept out of the way with a note,
//! so that a newer project opens in an older tool.
//!
//! # Deliberately absent
//!
//! No settings of a player (those are console variables), nothing of how content is built, no global state: every call
//! reads the file again.

mod content;
mod error;
mod project;

pub use content::{Content, ContentError, find_content};
pub use error::ProjectError;
pub use project::{DEFAULT_FOLDERS, Project};
