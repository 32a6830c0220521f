//! Seed 004, "ScriptSaveData".

use crate::Rig;
use kerosene_framework::SaveData;
use kerosene_vfs::{Access, Vfs};

#[test]
fn values_are_kept_by_name_and_read_by_type() {
    let script = r#"
        fn on_start() {
            set_save_data("lap", 81.5); set_save_data("best", 12); set_save_data("whole", 3.0);
            set_save_data("seen", true); set_save_data("name", "Ada = \"x\"");
            print(`${save_data_float("lap", 999)} ${save_data_int("best", 0)} ${save_data_int("whole", 0)}`);
            print(`${save_data_bool("seen", false)} ${save_data_text("name", "")} ${save_data_float("best", 0)}`);
            print(`${save_data_float("none", 999)} ${save_data_bool("lap", true)} ${save_data_text("none", "nobody")}`);
            print(`${delete_save_data("lap")} ${delete_save_data("lap")} ${save_data_float("lap", 1)}`);
        }
    "#;
    let (mut rig, _) = Rig::of(script);
    rig.tick();
    assert_eq!(rig.messages(), ["81.5 12 3", "true Ada = \"x\" 12.0", "999.0 true nobody", "true false 1.0"]);
}

#[test]
fn a_write_is_asked_for_and_comes_back_from_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut vfs = Vfs::new();
    vfs.mount_folder(folder.path(), Access::Writable);
    let (mut rig, _) = Rig::of("fn on_start() { set_save_data(\"best\", 12); save_game_data(); }");
    rig.runtime.save_data().borrow_mut().switch(&vfs, "my game").unwrap();
    rig.tick();
    assert!(rig.runtime.save_data().borrow().wants_flush());
    assert!(rig.runtime.save_data().borrow_mut().flush(&vfs).unwrap());
    assert_eq!(SaveData::open(&vfs, "my game").unwrap().int("best", 0), 12);
}

#[test]
fn everything_can_be_forgotten_for_a_first_launch() {
    let (mut rig, _) = Rig::of(
        "fn on_start() { set_save_data(\"a\", 1); delete_all_save_data(); print(`${save_data_int(\"a\", 7)}`); }",
    );
    rig.tick();
    assert_eq!(rig.messages(), ["7"]);
}

#[test]
fn what_is_too_long_is_refused_and_what_is_no_value_is_named() {
    let (mut rig, _) = Rig::of(
        "fn on_start() { let long = \"x\"; while long.len < 5000 { long += long; } print(`${set_save_data(\"a\", long)} ${set_save_data(\"\", 1)}`); set_save_data(\"a\", [1]); }",
    );
    rig.tick();
    let messages = rig.messages();
    assert_eq!(messages[0], "false false");
    assert!(messages[1].contains("array is not kept for good"), "{messages:?}");
}
