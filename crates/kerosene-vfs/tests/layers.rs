//! The stack of layers: order, case, walls, writing.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use kerosene_vfs::{Access, BuiltinFile, EntryKind, Located, Vfs, VfsError};
use std::fs;
use tempfile::TempDir;

static BASE: &[BuiltinFile] = &[
    BuiltinFile { path: "maps/room.kbsp", bytes: b"base room" },
    BuiltinFile { path: "maps/deep/cellar.kbsp", bytes: b"base cellar" },
    BuiltinFile { path: "readme.txt", bytes: b"base" },
];

fn three_layers() -> (TempDir, TempDir, Vfs) {
    let (player, content) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut vfs = Vfs::new();
    vfs.mount_folder(player.path(), Access::Writable);
    vfs.mount_folder(content.path(), Access::ReadOnly);
    vfs.mount_builtin("base content", BASE);
    (player, content, vfs)
}

#[test]
fn the_nearest_layer_answers() {
    let (player, content, vfs) = three_layers();
    assert_eq!(&*vfs.read("readme.txt").unwrap(), b"base");
    fs::write(content.path().join("readme.txt"), "content").unwrap();
    assert_eq!(&*vfs.read("readme.txt").unwrap(), b"content");
    fs::write(player.path().join("readme.txt"), "player").unwrap();
    assert_eq!(&*vfs.read("readme.txt").unwrap(), b"player");
}

#[test]
fn a_folder_does_not_hide_a_lower_layers_file_of_its_name() {
    let (player, _content, vfs) = three_layers();
    fs::create_dir(player.path().join("readme.txt")).unwrap();
    assert_eq!(&*vfs.read("readme.txt").unwrap(), b"base");
}

#[test]
fn names_on_disk_are_found_whatever_their_case() {
    let (_player, content, vfs) = three_layers();
    fs::create_dir(content.path().join("Maps")).unwrap();
    fs::write(content.path().join("Maps").join("E1M1.KBSP"), "upper").unwrap();
    assert_eq!(&*vfs.read("maps/e1m1.kbsp").unwrap(), b"upper");
    fs::write(content.path().join("Maps").join("E1m1.kbsp"), "mixed").unwrap();
    assert_eq!(&*vfs.read("maps/e1m1.kbsp").unwrap(), b"upper", "first in byte order");
    fs::write(content.path().join("Maps").join("e1m1.kbsp"), "lower").unwrap();
    assert_eq!(&*vfs.read("MAPS/E1M1.KBSP").unwrap(), b"lower");
}

#[test]
fn a_missing_file_names_the_layers_that_were_searched() {
    let (player, content, vfs) = three_layers();
    let error = vfs.read("maps/none.kbsp").unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, VfsError::NotFound { .. }), "{text}");
    for layer in [&player.path().display().to_string(), &content.path().display().to_string(), "base content"] {
        assert!(text.contains(layer), "{text} lacks {layer}");
    }
}

#[test]
fn listings_merge_layers_by_name() {
    let (_player, content, vfs) = three_layers();
    fs::create_dir(content.path().join("maps")).unwrap();
    fs::write(content.path().join("maps/Start.kbsp"), "").unwrap();
    fs::write(content.path().join("maps/room.kbsp"), "").unwrap();
    let listed = vfs.list("maps").unwrap();
    let names: Vec<_> = listed.iter().map(|entry| (entry.name.as_str(), entry.kind)).collect();
    assert_eq!(
        names,
        [("deep", EntryKind::Directory), ("room.kbsp", EntryKind::File), ("start.kbsp", EntryKind::File)]
    );
    assert_eq!(listed[1].layer, content.path().display().to_string());
    assert!(matches!(vfs.list("materials"), Err(VfsError::NotFound { .. })));
}

#[test]
fn writing_goes_to_the_writable_layer_and_leaves_no_temporary_file() {
    let (player, content, vfs) = three_layers();
    let real = vfs.write("Save/One.ksav", b"one").unwrap();
    assert_eq!(real, player.path().join("save/one.ksav"));
    vfs.write("save/one.ksav", b"two").unwrap();
    assert_eq!(&*vfs.read("save/one.ksav").unwrap(), b"two");
    assert_eq!(fs::read_dir(player.path().join("save")).unwrap().count(), 1);
    assert_eq!(fs::read_dir(content.path()).unwrap().count(), 0);
}

#[test]
fn writing_replaces_a_file_whose_name_differs_only_in_case() {
    let (player, _content, vfs) = three_layers();
    fs::write(player.path().join("Config.cfg"), "old").unwrap();
    vfs.write("config.cfg", b"new").unwrap();
    assert_eq!(fs::read(player.path().join("Config.cfg")).unwrap(), b"new");
    assert_eq!(fs::read_dir(player.path()).unwrap().count(), 1);
}

#[test]
fn without_a_writable_layer_writing_is_refused() {
    let mut vfs = Vfs::new();
    vfs.mount_builtin("base content", BASE);
    assert!(matches!(vfs.write("a.txt", b""), Err(VfsError::NoWritableLayer { .. })));
    let (_player, _content, vfs) = three_layers();
    assert!(vfs.write("", b"").is_err(), "the root is no file");
}

#[test]
fn a_file_on_disk_is_located_by_its_real_path() {
    let (_player, content, vfs) = three_layers();
    fs::write(content.path().join("A.bin"), "a").unwrap();
    let Located::File { path, .. } = vfs.locate("a.bin").unwrap() else { panic!("not on disk") };
    assert_eq!(fs::read(path).unwrap(), b"a");
    assert!(matches!(vfs.locate("maps/room.kbsp").unwrap(), Located::Builtin { bytes: b"base room", .. }));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_link_out_of_a_layer_is_refused_for_reading_listing_and_writing() {
        let (player, content, vfs) = three_layers();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.txt"), "secret").unwrap();
        symlink(outside.path(), content.path().join("out")).unwrap();
        symlink(outside.path().join("secret.txt"), content.path().join("leak.txt")).unwrap();
        symlink(outside.path(), player.path().join("save")).unwrap();
        for result in [vfs.read("out/secret.txt").map(|_| ()), vfs.read("leak.txt").map(|_| ())] {
            assert!(matches!(result, Err(VfsError::Escapes { .. })), "{result:?}");
        }
        assert!(matches!(vfs.list("out"), Err(VfsError::Escapes { .. })));
        assert!(matches!(vfs.write("save/deeper/x.ksav", b""), Err(VfsError::Escapes { .. })));
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1, "nothing was made outside");
    }

    #[test]
    fn a_link_within_a_layer_and_a_layer_behind_a_link_work() {
        let (_player, content, _vfs) = three_layers();
        fs::create_dir(content.path().join("maps")).unwrap();
        fs::write(content.path().join("maps/a.kbsp"), "a").unwrap();
        symlink(content.path().join("maps/a.kbsp"), content.path().join("maps/b.kbsp")).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        symlink(content.path(), elsewhere.path().join("content")).unwrap();
        let mut vfs = Vfs::new();
        vfs.mount_folder(elsewhere.path().join("content"), Access::ReadOnly);
        assert_eq!(&*vfs.read("maps/b.kbsp").unwrap(), b"a");
    }

    #[test]
    fn what_may_not_be_read_is_reported_and_not_taken_for_absent() {
        let (player, _content, vfs) = three_layers();
        let file = player.path().join("readme.txt");
        fs::write(&file, "player").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
        if fs::read(&file).is_ok() {
            eprintln!("skipped: this user reads everything");
            return;
        }
        assert!(matches!(vfs.read("readme.txt"), Err(VfsError::Io { .. })));
    }

    #[test]
    fn a_socket_is_not_opened() {
        let (player, _content, vfs) = three_layers();
        let _listener = std::os::unix::net::UnixListener::bind(player.path().join("readme.txt")).unwrap();
        assert!(matches!(vfs.read("readme.txt"), Err(VfsError::NotAFile { .. })));
    }
}
