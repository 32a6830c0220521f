//! Scripts: whatever text is given as one, compiling, checking and running it ends within its bounds, a level that runs it
//! goes on, and where neither way of running it fails, both lead to the same state.
#![no_main]

use kerosene_entity::{EntityWorld, Registry};
use kerosene_framework::{EmptyScene, Framework, Runtime, Scene, ScriptLanguage, ScriptRegistry};
use kerosene_math::Pcg32;
use kerosene_script::{Backend, RhaiLanguage, ScriptHost, ScriptValue, View, check, limits};
use libfuzzer_sys::fuzz_target;
use std::{collections::BTreeMap, rc::Rc, time::Duration};

/// Ticks that are played.
const TICKS: usize = 4;

/// Runs the text as a map's script.
fn run_map(text: &str, backend: Backend) -> Result<Vec<(String, ScriptValue)>, ()> {
    let mut host = ScriptHost::new();
    host.set_backend(backend);
    host.load("fuzz.kscr", text).map_err(drop)?;
    let world = EntityWorld::new(&Registry::new([]).expect("no classes"));
    let mut dice = Pcg32::new(1, 1);
    let mut failed = false;
    for hook in ["on_map_start", "on_tick", "on_tick"] {
        let view = View { entities: Some(&world), surroundings: Default::default(), dice: &mut dice, entity: None };
        failed |= host.call_hook(hook, &[ScriptValue::Float(0.1)], view).is_err();
        assert!(host.actions().as_slice().len() <= 2 * limits::MAX_ACTIONS);
        host.actions_mut().drain().for_each(drop);
    }
    if failed { Err(()) } else { Ok(host.fields()) }
}

/// Runs the text as the script of two entities.
fn run_entities(text: &str, backend: Backend) -> Option<u64> {
    let language = RhaiLanguage::new(BTreeMap::from([("fuzz".to_owned(), text.to_owned())]));
    language.set_backend(backend);
    let language: Rc<dyn ScriptLanguage> = Rc::new(language);
    let mut framework = Framework::new(&Runtime::with_languages(ScriptRegistry::new(), vec![language]));
    let scene: Rc<dyn Scene> = Rc::new(EmptyScene);
    let mut world = EntityWorld::new(&Registry::new([]).expect("no classes"));
    let pair = [0, 1].map(|_| world.spawn_with("info_target", &[("script", "fuzz"), ("targetname", "a")]));
    for tick in 0..TICKS {
        world.begin_tick(Duration::from_millis(100));
        framework.physics_update(&mut world, &scene, 0.1);
        framework.touch(&world, pair[0], pair[1], tick % 2 == 0);
        framework.update(&mut world, &scene, 0.1);
        world.run_due();
    }
    let failed = framework.take_messages().0.iter().any(|message| message.is_problem);
    (!failed).then(|| world.state_hash() ^ framework.state_hash())
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let found = check("fuzz.kscr", text, &[]);
    found.iter().for_each(|error| assert!(!error.to_string().is_empty()));
    let maps = [Backend::Bytecode, Backend::TreeWalker].map(|backend| run_map(text, backend));
    if let [Ok(machine), Ok(walker)] = &maps {
        assert_eq!(machine, walker, "the machine and the tree walker differ");
    }
    let levels = [Backend::Bytecode, Backend::TreeWalker].map(|backend| run_entities(text, backend));
    if let [Some(machine), Some(walker)] = levels {
        assert_eq!(machine, walker, "the machine and the tree walker lead to different levels");
    }
});
