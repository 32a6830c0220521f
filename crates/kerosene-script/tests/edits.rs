//! A thousand edits while a level runs: nothing is left behind, and what was not edited does not notice.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_entity::{EntityId, EntityWorld, Registry, Value};
use kerosene_framework::{EmptyScene, Framework, Runtime, Scene, ScriptLanguage, ScriptRegistry};
use kerosene_math::Pcg32;
use kerosene_script::{RhaiLanguage, ScriptFile, ScriptHost, ScriptLibrary, ScriptValue, View};
use kerosene_test_alloc::{CountingAllocator, held_by_this_thread};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const EDITS: u32 = 1000;

/// The script that is edited, and one that is not.
#[derive(Clone, Default)]
struct Files(Rc<RefCell<String>>);

impl ScriptLibrary for Files {
    fn read(&self, name: &str) -> Result<Option<ScriptFile>, String> {
        let other = "let n = 0; fn on_update(dt) { this.n += 1; }";
        let text = if name == "edited" { self.0.borrow().clone() } else { other.to_owned() };
        Ok(Some(ScriptFile { path: format!("scripts/{name}.kscr"), text }))
    }
}

/// Begins everything that there is to begin; fields come and go from edit to edit.
fn version(edit: u32) -> String {
    let parity = edit % 2;
    format!(
        "let n = {edit}; let field{parity} = 1; let brain = 0;\n\
         fn on_start() {{\n\
             subscribe_events(); run_every(0.1, \"beat{parity}\"); tween_number(0.0, 1.0, 9.0, \"linear\");\n\
             this.brain = create_machine(); change_state(this.brain, \"idle\");\n\
         }}\n\
         fn beat{parity}() {{ if this.n != {edit} {{ nothing_dead_fires(); }} publish_event(\"beat\"); }}\n\
         fn on_event(name) {{ this.field{parity} += 1; }}\n\
         fn on_destroy() {{ publish_event(\"gone\"); }}"
    )
}

#[test]
fn scripts_of_entities_leave_nothing_behind() {
    let files = Files::default();
    *files.0.borrow_mut() = version(0);
    let language = Rc::new(RhaiLanguage::new(files.clone()));
    let languages = vec![Rc::clone(&language) as Rc<dyn ScriptLanguage>];
    let mut framework = Framework::new(&Runtime::with_languages(ScriptRegistry::new(), languages));
    let mut world = EntityWorld::new(&Registry::new([]).unwrap());
    let scene: Rc<dyn Scene> = Rc::new(EmptyScene);
    let edited: Vec<EntityId> = (0..5).map(|_| world.spawn_with("info_target", &[("script", "edited")])).collect();
    let other = world.spawn_with("info_target", &[("script", "other")]);
    let mut held = Vec::new();
    for edit in 1..=EDITS {
        *files.0.borrow_mut() = version(edit);
        assert_eq!(framework.reload_script(&mut world, &scene, "edited").unwrap(), edited.len());
        world.begin_tick(Duration::from_millis(100));
        framework.update(&mut world, &scene, 0.1);
        assert!(!framework.has_messages(), "edit {edit}: {:?}", framework.take_messages());
        if edit % 250 == 0 {
            let pages = framework.pages();
            held.push((held_by_this_thread(), pages));
        }
        let services = framework.services();
        assert_eq!((services.events().len(), services.timers().count_of(edited[0])), (5, 1));
    }
    // Lists reach their sizes in the first edits.
    assert_eq!(held[1].1, held[3].1, "{held:?}");
    assert!((held[3].0 - held[1].0).abs() < 50, "blocks of memory that are held after each 250 edits: {held:?}");
    let fields = language.fields_of(other);
    assert_eq!(fields[0], ("n".to_owned(), Value::Int(i64::from(EDITS))));
}

#[test]
fn scripts_of_maps_leave_nothing_behind() {
    let mut host = ScriptHost::new();
    let mut dice = Pcg32::new(1, 1);
    host.load("scripts/other.kscr", "let kept = 0; fn keep() { this.kept += 1; }").unwrap();
    let mut held = Vec::new();
    for edit in 1..=EDITS {
        let parity = edit % 2;
        let text = format!(
            "let field{parity} = 0; fn only{parity}() {{ {edit} }} fn f() {{ this.kept += 1; only{parity}() }}"
        );
        host.load("scripts/edited.kscr", &text).unwrap();
        let mut call = |function: &str| {
            let view = View { entities: None, surroundings: Default::default(), dice: &mut dice, entity: None };
            host.call(function, &[], view)
        };
        assert_eq!(call("f").unwrap(), ScriptValue::Int(i64::from(edit)));
        call("keep").unwrap();
        assert!(call(&format!("only{}", 1 - parity)).is_err(), "a function that is gone is not called");
        if edit % 250 == 0 {
            held.push(held_by_this_thread());
        }
    }
    assert!((held[3] - held[1]).abs() < 50, "blocks of memory that are held after each 250 edits: {held:?}");
    let fields = host.fields();
    assert_eq!(fields.len(), 2);
    assert!(fields.contains(&("kept".to_owned(), ScriptValue::Int(2 * i64::from(EDITS)))), "{fields:?}");
}
