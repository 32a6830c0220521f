//! The layer check finds what it is for.
#![allow(clippy::unwrap_used, reason = "tests")]

use xtask::layers::table::{EXCEPTIONS, Exception, LAYERS};
use xtask::layers::{Violation, check, check_against, graphics};
use xtask::metadata::{self, Package};

type Dependencies<'a> = &'a [(&'a str, Option<&'a str>)];

/// Cargo's JSON for packages given as name and dependencies of `(name, kind)`.
fn packages(list: &[(&str, Dependencies<'_>)]) -> Vec<Package> {
    let packages: Vec<_> = list
        .iter()
        .map(|(name, dependencies)| {
            let dependencies: Vec<_> = dependencies
                .iter()
                .map(|(name, kind)| serde_json::json!({"name": name, "kind": kind, "path": format!("/w/{name}")}))
                .collect();
            serde_json::json!({"name": name, "manifest_path": format!("/w/{name}/Cargo.toml"), "dependencies": dependencies})
        })
        .collect();
    metadata::parse(serde_json::json!({ "packages": packages }).to_string().as_bytes()).unwrap()
}

#[test]
fn the_workspace_holds_its_layers() {
    let report = check(&metadata::read(&metadata::workspace_root()).unwrap());
    assert!(report.violations.is_empty(), "{report}");
    assert!(report.crates >= 12 && report.edges >= 20, "{report}");
}

#[test]
fn engine_server_and_tools_link_nothing_that_draws() {
    let root = metadata::workspace_root();
    assert_eq!(graphics::check(&root).unwrap(), [""; 0]);
    // With its window the runtime does, and is seen to.
    let names = metadata::linked(&root, "kerosene-runtime", &[]).unwrap();
    let drawing = graphics::among(&names);
    assert!(
        ["wgpu", "naga", "winit", "egui", "kerosene-render"].iter().all(|name| drawing.contains(name)),
        "{drawing:?}"
    );
    assert!(names.contains("kerosene-engine"));
}

#[test]
fn an_edge_downwards_is_right() {
    let report = check(&packages(&[("kerosene-map", &[("kerosene-math", None)]), ("kerosene-math", &[])]));
    assert_eq!((report.violations.len(), report.edges), (0, 1));
}

#[test]
fn an_edge_upwards_is_found() {
    let report = check(&packages(&[("kerosene-math", &[("kerosene-map", None)]), ("kerosene-map", &[])]));
    let violation = Violation::Edge {
        from: "kerosene-math".into(),
        from_layer: 0,
        to: "kerosene-map".into(),
        to_layer: 2,
        kind: None,
    };
    assert_eq!(report.violations, [violation]);
}

#[test]
fn an_edge_sideways_is_found_unless_for_tests() {
    let sideways = |kind| check(&packages(&[("kerosene-engine", &[("kerosene-game", kind)]), ("kerosene-game", &[])]));
    assert_eq!(sideways(None).violations.len(), 1);
    assert_eq!(sideways(Some("build")).violations.len(), 1);
    assert_eq!(sideways(Some("dev")).violations.len(), 0);
}

#[test]
fn an_edge_upwards_for_tests_is_found() {
    let report = check(&packages(&[("kerosene-bsp", &[("cleave", Some("dev"))]), ("cleave", &[])]));
    assert_eq!(report.violations.len(), 1, "{report}");
}

#[test]
fn a_tool_on_the_engine_is_found() {
    let report = check(&packages(&[("cleave", &[("kerosene-engine", None)]), ("kerosene-engine", &[])]));
    assert_eq!(report.violations.len(), 1, "{report}");
}

#[test]
fn a_crate_without_layer_is_found() {
    let report = check(&packages(&[("kerosene-mystery", &[])]));
    assert_eq!(report.violations, [Violation::NoLayer { name: "kerosene-mystery".into() }]);
    assert!(report.to_string().contains("`kerosene-mystery` has no layer"));
}

#[test]
fn an_exception_counts_only_where_stated_and_must_be_used() {
    const ALLOWED: &[Exception] = &[Exception { from: "low", to: "high", dev_only: true, reason: "a reason" }];
    let layers: &[(u8, &[&str])] = &[(0, &["low"]), (1, &["high"])];
    let with = |dependencies| check_against(&packages(&[("low", dependencies), ("high", &[])]), layers, ALLOWED);
    let used = with(&[("high", Some("dev"))]);
    assert!(used.violations.is_empty() && used.to_string().contains("a reason"), "{used}");
    let normal = with(&[("high", None)]);
    assert!(matches!(normal.violations[0], Violation::Edge { .. }), "{normal}");
    let unused = with(&[]);
    assert_eq!(unused.violations, [Violation::UnusedException { from: "low", to: "high" }]);
}

#[test]
fn each_crate_has_one_layer_and_each_exception_a_reason() {
    let mut names: Vec<_> = LAYERS.iter().flat_map(|(_, names)| names.iter()).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "a crate stands in two layers");
    for exception in EXCEPTIONS {
        assert!(exception.reason.len() > 10, "{} on {}: say why", exception.from, exception.to);
        assert!(names.contains(&&exception.from) && names.contains(&&exception.to));
    }
}
