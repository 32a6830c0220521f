//! What a game keeps for good: seed 004, "ScriptSaveData".

use crate::rig::Rig;
use kerosene_framework::SaveData;
use kerosene_vfs::{Access, Vfs};
use std::path::Path;

fn vfs(folder: &Path) -> Vfs {
    let mut vfs = Vfs::new();
    vfs.mount_folder(folder, Access::Writable);
    vfs
}

#[test]
fn the_file_is_the_projects_and_its_name_is_tidied() {
    let folder = tempfile::tempdir().unwrap();
    let vfs = vfs(folder.path());
    let mut data = SaveData::new("My Game/../v1.2");
    data.set("a", "1");
    data.flush(&vfs).unwrap();
    assert_eq!(data.project(), "my_game_..__v1.2".replace("..__", ".._"));
    assert!(folder.path().join(format!("data/{}.txt", data.project())).is_file());
}

#[test]
fn values_are_text_and_read_by_type() {
    let mut data = SaveData::new("p");
    for (key, value) in [("lap", "81.5"), ("count", "7"), ("seen", "TRUE"), ("off", "0"), ("word", "maybe")] {
        assert!(data.set(key, value));
    }
    assert_eq!((data.float("lap", 0.0), data.float("word", 9.0), data.float("none", 3.0)), (81.5, 9.0, 3.0));
    assert_eq!((data.int("count", 0), data.int("lap", -1)), (7, -1));
    let truths = ["seen", "off", "word", "none"].map(|key| data.bool(key, true));
    assert_eq!(truths, [true, false, true, true]);
    assert_eq!(data.text("word"), Some("maybe"));
}

#[test]
fn the_file_is_plain_lines_in_order_and_anything_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let vfs = vfs(folder.path());
    let mut data = SaveData::new("p");
    data.set("b=c", "line\nline\\");
    data.set("a", " = \r");
    data.flush(&vfs).unwrap();
    let text = std::fs::read_to_string(folder.path().join("data/p.txt")).unwrap();
    assert_eq!(text, "a= \\e \\r\nb\\ec=line\\nline\\\\\n");
    let again = SaveData::open(&vfs, "p").unwrap();
    assert_eq!((again.text("b=c"), again.text("a")), (Some("line\nline\\"), Some(" = \r")));
    assert!(!again.is_dirty());
}

#[test]
fn it_is_written_only_when_something_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let vfs = vfs(folder.path());
    let mut data = SaveData::new("p");
    assert!(!data.flush(&vfs).unwrap());
    data.set("a", "1");
    assert!(data.is_dirty() && data.flush(&vfs).unwrap() && !data.is_dirty());
    data.set("a", "1");
    assert!(!data.flush(&vfs).unwrap(), "the same value again is no change");
    assert!(data.delete("a") && !data.delete("a"));
    assert!(data.flush(&vfs).unwrap());
    data.delete_all();
    assert!(!data.is_dirty(), "there was nothing");
}

#[test]
fn a_switch_of_project_saves_first() {
    let folder = tempfile::tempdir().unwrap();
    let vfs = vfs(folder.path());
    let mut data = SaveData::new("one");
    data.set("a", "1");
    data.switch(&vfs, "two").unwrap();
    assert_eq!((data.project(), data.text("a")), ("two", None));
    data.switch(&vfs, "one").unwrap();
    assert_eq!(data.text("a"), Some("1"));
}

#[test]
fn a_file_that_cannot_be_written_leaves_what_is_to_be_written() {
    let mut data = SaveData::new("p");
    data.set("a", "1");
    assert!(data.flush(&Vfs::new()).is_err());
    assert!(data.is_dirty());
}

#[test]
fn there_are_bounds() {
    let mut data = SaveData::new("p");
    assert!(!data.set("", "1") && !data.set("a", &"x".repeat(5000)));
    assert_eq!((0..5000).filter(|number| data.set(&number.to_string(), "1")).count(), 4096);
}

#[test]
fn scripts_keep_and_read_and_ask_for_a_write() {
    let mut rig = Rig::idle();
    let owner = rig.spawn("a");
    rig.tick();
    let mut context = rig.context(owner);
    assert!(context.set_save_data("best", "12.5"));
    assert_eq!(context.save_data_float("best", 0.0), 12.5);
    assert_eq!(context.save_data_int("best", 4), 4);
    assert!(context.save_data_bool("seen", true));
    assert_eq!(context.save_data_text("name", "nobody"), "nobody");
    context.save_game_data();
    assert!(context.runtime.save_data().borrow().wants_flush());
    context.delete_all_save_data();
    assert!(!context.delete_save_data("best"));
}

/// Writes and writes, for the test below to kill: only that runs it, with a folder.
#[test]
fn a_writer_that_is_killed() {
    let Ok(folder) = std::env::var("KEROSENE_TEST_SAVE_DATA") else { return };
    let vfs = vfs(Path::new(&folder));
    let mut data = SaveData::new("p");
    for round in 0.. {
        (0..200).for_each(|number| assert!(data.set(&format!("key{number}"), &round.to_string())));
        data.flush(&vfs).unwrap();
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the writer is killed at moments of the real clock")]
fn a_writer_killed_at_any_moment_leaves_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut written = 0;
    for wait in 0..12 {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["save_data::a_writer_that_is_killed", "--exact"])
            .env("KEROSENE_TEST_SAVE_DATA", folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(40 + wait * 7));
        child.kill().unwrap();
        child.wait().unwrap();
        let data = SaveData::open(&vfs(folder.path()), "p").unwrap();
        let Some(first) = data.text("key0") else { continue };
        written += 1;
        for number in 0..200 {
            assert_eq!(data.text(&format!("key{number}")), Some(first), "all of one round");
        }
    }
    assert!(written > 0, "the writer never came to write");
}
