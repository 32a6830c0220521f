//! Files that a source names beside itself.

use crate::ForgeError;
use std::collections::BTreeMap;

/// Where the files beside a source come from.
pub trait Beside {
    /// The bytes of a file; its path is relative to the source's folder, with forward slashes, and leads nowhere else.
    ///
    /// # Errors
    /// Why it cannot be read, to follow "the file".
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String>;
}

/// Files in memory; an empty map has none.
impl Beside for BTreeMap<String, Vec<u8>> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String> {
        self.get(path).cloned().ok_or_else(|| "is not there".to_owned())
    }
}

/// The path that a URI means, if it stays in the source's folder.
pub(crate) fn relative_path(uri: &str, place: &str) -> Result<String, ForgeError> {
    let refused = |reason: &str| ForgeError::Beside {
        path: place.to_owned(),
        file: uri.chars().take(80).collect(),
        reason: reason.to_owned(),
    };
    let path = decoded(uri).ok_or_else(|| refused("has a name that is no text"))?;
    if path.contains(':') || path.starts_with('/') {
        return Err(refused("has an address, where only the model's own folder is looked into"));
    }
    if path.chars().any(|char| char == '\\' || char.is_control()) {
        return Err(refused("has a name that no system knows"));
    }
    let parts: Vec<_> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.contains(&"..") {
        return Err(refused("lies outside of the model's folder"));
    }
    if parts.is_empty() { Err(refused("has no name")) } else { Ok(parts.join("/")) }
}

/// A URI without its percent signs (RFC 3986, section 2.1).
fn decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let (digits, after) = rest.split_first_chunk::<2>()?;
        bytes.push(u8::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::relative_path;

    #[test]
    fn only_the_folder_of_the_model_is_looked_into() {
        let path = |uri| relative_path(uri, "buffers[0].uri").ok();
        assert_eq!(path("arm.bin").as_deref(), Some("arm.bin"));
        assert_eq!(path("./parts/my%20arm.bin").as_deref(), Some("parts/my arm.bin"));
        for uri in [
            "",
            ".",
            "../arm.bin",
            "a/../../b",
            "%2e%2e/arm.bin",
            "/etc/passwd",
            "C:/a",
            "http://x/y",
            "a\\b",
            "%2fetc",
            "%",
            "%g0",
            "%ff",
        ] {
            assert_eq!(path(uri), None, "{uri}");
        }
    }
}
