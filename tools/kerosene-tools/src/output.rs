//! What people and programs get to see.

use kerosene_diagnostics::Sources;
use std::borrow::Cow;
use std::path::Path;

/// The text of a file under its name, for excerpts.
pub(crate) fn source<'a>(path: &Path, bytes: &'a [u8]) -> Sources<'a> {
    let text: Cow<'a, str> = String::from_utf8_lossy(bytes);
    Sources::new().with(path.display().to_string(), text)
}
