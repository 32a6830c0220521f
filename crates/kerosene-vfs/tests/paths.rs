//! Virtual paths against a naive model, and that none of them reaches outside a layer.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_vfs::{Access, PathError, Vfs, VirtualPath};
use proptest::prelude::*;
use std::fs;

/// What a path means, worked out by walking a list of names; `None` where it must be refused.
fn naive(path: &str) -> Option<String> {
    let text = path.replace('\\', "/");
    if text.starts_with('/') || text.contains(':') || text.chars().any(char::is_control) {
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    for name in text.split('/') {
        if name == ".." {
            names.pop()?;
        } else if name != "." && !name.is_empty() {
            if name.ends_with('.') || name.ends_with(' ') {
                return None;
            }
            names.push(name.to_ascii_lowercase());
        }
    }
    Some(names.join("/"))
}

proptest! {
    #[test]
    fn normalising_agrees_with_the_naive_model(path in "([a-cA-C. :\\\\/]|\\.\\./|\\./|é|\u{7}){0,24}") {
        prop_assert_eq!(VirtualPath::new(&path).ok().map(|path| path.as_str().to_owned()), naive(&path));
    }

    #[test]
    fn normalising_twice_changes_nothing(path in ".{0,40}") {
        if let Ok(once) = VirtualPath::new(&path) {
            prop_assert_eq!(VirtualPath::new(once.as_str()).unwrap(), once);
        }
    }

    #[test]
    fn no_path_reads_or_writes_outside_its_layer(path in "(inside|secret|\\.\\.|\\.|/|\\\\|:|C:|~){1,12}") {
        let around = tempfile::tempdir().unwrap();
        fs::write(around.path().join("secret"), "secret").unwrap();
        fs::create_dir_all(around.path().join("layer/inside")).unwrap();
        let mut vfs = Vfs::new();
        vfs.mount_folder(around.path().join("layer"), Access::Writable);
        if let Ok(bytes) = vfs.read(&path) {
            prop_assert_ne!(&*bytes, b"secret");
        }
        let _ = vfs.write(&path, b"written");
        prop_assert_eq!(fs::read(around.path().join("secret")).unwrap(), b"secret");
        prop_assert_eq!(fs::read_dir(around.path()).unwrap().count(), 2);
    }
}

#[test]
fn refusals_say_where_and_why() {
    assert!(matches!(VirtualPath::new("../x"), Err(PathError::Climbs { .. })));
    assert!(matches!(VirtualPath::new("/etc/passwd"), Err(PathError::Absolute { .. })));
    let colon = VirtualPath::new("c:/x").unwrap_err();
    assert!(matches!(colon, PathError::IllegalCharacter { character: ':', offset: 1, .. }), "{colon}");
    let dot = VirtualPath::new("maps./x").unwrap_err();
    assert!(matches!(dot, PathError::IllegalCharacter { character: '.', offset: 4, .. }), "{dot}");
    assert!(matches!(VirtualPath::new(&"x".repeat(1025)), Err(PathError::TooLong { len: 1025 })));
    assert!(VirtualPath::new("").unwrap().is_root());
}
