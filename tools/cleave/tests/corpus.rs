//! Every level of Quake that we have, compiled and held to the compiler's invariants.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use cleave::checks::{
    Solidity, edges_hold_no_vertices, portals_join_their_clusters, rings_close, tree_agrees_with_brushes,
};
use cleave::{NoProgress, Options, Output, Request, compile};
use common::{corpus, maps_in, read, stem};
use kerosene_bsp::WriteOptions;
use kerosene_diagnostics::Severity;
use kerosene_map::Map;

/// Random points asked about per map and way of compiling.
const SAMPLES: u32 = 20_000;

fn compile_with(map: &Map, options: &Options) -> Output {
    compile(&Request { map, options, inputs: &[] }, &NoProgress).unwrap()
}

/// Maps whose authors left something wrong, as the message says.
const KNOWN_WARNINGS: &[(&str, &str)] = &[
    ("dm2", "same plane as another"),
    ("e1m4", "same plane as another"),
    ("e3m2", "materials disagree on what fills the brush: *TELEPORT, SKY4"),
    ("e1m2", "`light` at (-96 -320 560) is outside"),
];

#[test]
fn every_quake_level_is_sealed_and_keeps_the_invariants() {
    let Some(corpus) = corpus() else { return };
    let maps = maps_in(&corpus.join("quake/id"));
    assert_eq!(maps.len(), 20);
    for path in maps {
        let (name, map) = (stem(&path), read(&path));
        let filled = compile_with(&map, &Options::default());
        assert!(filled.leak.is_none(), "{name} leaks: {:?}", filled.leak);
        assert!(filled.statistics.sealed);
        for diagnostic in filled.diagnostics.iter().filter(|diagnostic| diagnostic.severity > Severity::Info) {
            let known = KNOWN_WARNINGS.iter().any(|(map, text)| *map == name && diagnostic.message.contains(text));
            assert!(known, "{name}: {diagnostic}");
        }
        rings_close(&filled.bsp).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        edges_hold_no_vertices(&filled.bsp).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let portals = filled.portals.as_ref().unwrap();
        assert!(!portals.portals.is_empty());
        portals_join_their_clusters(&filled.bsp, portals).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let open = compile_with(&map, &Options { no_fill: true, ..Options::default() });
        for (output, solidity) in [(&filled, Solidity::OutsideFilled), (&open, Solidity::Everywhere)] {
            let asked =
                tree_agrees_with_brushes(&output.bsp, &map, &cleave::Materials::default(), solidity, SAMPLES, 7);
            let asked = asked.unwrap_or_else(|fault| panic!("{name}, {solidity:?}: {fault}"));
            assert!(asked > SAMPLES / 2, "{name}: only {asked} points were clear of planes");
        }
    }
}

#[test]
fn bytes_do_not_depend_on_threads_or_runs() {
    let Some(corpus) = corpus() else { return };
    for path in maps_in(&corpus.join("quake/id")) {
        let (name, map) = (stem(&path), read(&path));
        let bytes = |threads| {
            let output = compile_with(&map, &Options { threads, ..Options::default() });
            let portals = output.portals.unwrap().to_text();
            (output.bsp.write_to(WriteOptions::default()).unwrap(), portals)
        };
        let one = bytes(1);
        assert!(one == bytes(2), "{name} differs with 2 threads");
        assert!(one == bytes(8), "{name} differs with 8 threads");
        assert!(one == bytes(1), "{name} differs on a second run");
    }
}
