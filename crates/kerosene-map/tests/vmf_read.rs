//! What each part of a Hammer file becomes, and what damage costs.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_diagnostics::codes;
use kerosene_map::{
    ClassTable, Imported, MapFormat, Problem, ReadLimits, ReadOptions, UnknownNode, apply_class_table, read_vmf,
};
use kerosene_math::{DVec2, DVec3};

fn read(text: &str) -> Imported {
    read_vmf("test.vmf", text.as_bytes(), &ReadOptions::default()).unwrap()
}

fn codes_of(imported: &Imported) -> Vec<kerosene_diagnostics::Code> {
    imported.diagnostics.iter().map(|told| told.code).collect()
}

/// A box of 64 units; `top` goes into its upper side, the one with the number 6.
fn solid(id: u32, top: &str) -> String {
    let planes = [
        "(0 0 0) (0 64 0) (0 64 64)",
        "(64 0 0) (64 0 64) (64 64 64)",
        "(0 0 0) (0 0 64) (64 0 64)",
        "(0 64 0) (64 64 0) (64 64 64)",
        "(0 0 0) (64 0 0) (64 64 0)",
        "(0 0 64) (0 64 64) (64 64 64)",
    ];
    let sides: String = planes
        .iter()
        .enumerate()
        .map(|(at, plane)| {
            format!(
                "side {{ \"id\" \"{}\" \"plane\" \"{plane}\" \"material\" \"DEV/A\" \"uaxis\" \"[1 0 0 8] 0.5\" \
                 \"vaxis\" \"[0 -1 0 0] 0.25\" \"rotation\" \"0\" \"lightmapscale\" \"8\" \"smoothing_groups\" \"{}\" {} }}\n",
                at + 1,
                at,
                if at == 5 { top } else { "" }
            )
        })
        .collect();
    format!(
        "solid {{ \"id\" \"{id}\" {sides} editor {{ \"color\" \"0 1 2\" \"groupid\" \"30\" \"visgroupid\" \"2\" \"visgroupshown\" \"1\" }} }}\n"
    )
}

fn world(inside: &str) -> String {
    format!("world {{ \"id\" \"1\" \"classname\" \"worldspawn\" {inside} }}\n")
}

/// Rows of a grid, the same text in each place.
fn rows(name: &str, width: usize, rows: usize, value: &str) -> String {
    let row = vec![value; width].join(" ");
    let rows: String = (0..rows).map(|at| format!("\"row{at}\" \"{row}\"\n")).collect();
    format!("{name} {{ {rows} }}\n")
}

fn dispinfo(start: &str, extra: &str) -> String {
    format!(
        "dispinfo {{ \"power\" \"2\" \"startposition\" \"[{start}]\" \"elevation\" \"1\" \"subdiv\" \"0\" {} {} {} {} {extra} }}",
        rows("normals", 5, 5, "0 0 1"),
        rows("distances", 5, 5, "2"),
        rows("offsets", 5, 5, "0.5 0 0"),
        rows("alphas", 5, 5, "51"),
    )
}

#[test]
fn a_solid_with_everything_about_it() {
    let imported = read(&world(&solid(20, "vertices_plus { \"v\" \"0 0 64\" }")));
    assert_eq!(codes_of(&imported), []);
    let brush = &imported.map.entities[0].brushes[0];
    assert_eq!(
        (brush.id, brush.sides.len(), brush.editor.group, brush.editor.color),
        (20, 6, Some(30), Some([0, 1, 2]))
    );
    // Objects keep their numbers; the sides follow behind the largest of them.
    assert_eq!(brush.sides.iter().map(|side| side.id).collect::<Vec<_>>(), [21, 22, 23, 24, 25, 26]);
    let top = &brush.sides[5];
    assert_eq!((top.points[1], top.lightmap_scale, top.smoothing_groups), (DVec3::new(0.0, 64.0, 64.0), 8.0, 5));
    assert_eq!((top.u_axis.direction, top.u_axis.shift, top.u_axis.scale), (DVec3::X, 8.0, 0.5));
    assert!(matches!(&top.unknown[0], UnknownNode::Block(name, _) if name == "vertices_plus"));
}

#[test]
fn a_displacement_is_a_mesh_and_its_brush_goes() {
    let flags = "\"flags\" \"2\" allowed_verts { \"10\" \"-1 -1\" }";
    let text = world(&(solid(20, &dispinfo("64 0 64", flags)) + &solid(21, "")));
    let imported = read(&text);
    assert_eq!(codes_of(&imported), [codes::DISPLACEMENT_CARRIER]);
    let statistics = imported.statistics;
    assert_eq!((statistics.brushes, statistics.displacements, statistics.sides_beside_displacements), (2, 1, 5));
    let entity = &imported.map.entities[0];
    assert_eq!((entity.brushes.len(), entity.meshes.len()), (1, 1));
    let mesh = &entity.meshes[0];
    // Clockwise from above the corner after (64 0) is (0 0): rows go that way, columns towards (64 64).
    assert_eq!(mesh.vertices[0], DVec3::new(64.5, 0.0, 67.0));
    assert_eq!(mesh.vertices[4], DVec3::new(64.5, 64.0, 67.0));
    assert_eq!(mesh.vertices[20], DVec3::new(0.5, 0.0, 67.0));
    assert_eq!(mesh.vertices[6], DVec3::new(48.5, 16.0, 67.0));
    // Texels of the flat side: 48 / 0.5 + 8, -16 / 0.25.
    assert!(mesh.coordinates_in_texels);
    assert_eq!(mesh.texture_coordinates[6], DVec2::new(104.0, -64.0));
    assert!(mesh.alphas.iter().all(|alpha| *alpha == 0.2));
    assert!(mesh.normals.iter().all(|normal| *normal == DVec3::Z));
    assert_eq!((mesh.id, mesh.editor.group, mesh.faces.len()), (20, Some(30), 32));
    assert_eq!((mesh.faces[0].material.as_str(), mesh.faces[0].lightmap_scale), ("DEV/A", 8.0));
    for face in &mesh.faces {
        let [a, b, c] = [0, 1, 2].map(|at| mesh.vertices[face.indices[at] as usize]);
        assert_eq!((a - b).cross(c - b).normalize(), DVec3::Z, "clockwise from the front");
    }
    let UnknownNode::Block(name, kept) = &mesh.unknown[0] else { panic!("{:?}", mesh.unknown) };
    let kept = format!("{kept:?}");
    assert!(name == "dispinfo" && kept.contains("flags") && kept.contains("allowed_verts") && kept.contains("subdiv"));
}

#[test]
fn border_vertices_that_do_not_take_part_lie_between_their_neighbours() {
    // Every vertex at its own height; vertices 1 and 3 of row 0 are excluded.
    let heights: String = (0..5)
        .map(|row| {
            format!(
                "\"row{row}\" \"{}\"\n",
                (0..5).map(|column| (row * column * column).to_string()).collect::<Vec<_>>().join(" ")
            )
        })
        .collect();
    let row_0 = "\"row0\" \"0 10 4 10 0\"".to_owned();
    let heights = heights.replacen("\"row0\" \"0 0 0 0 0\"", &row_0, 1);
    let info = format!(
        "dispinfo {{ \"power\" \"2\" \"startposition\" \"[0 0 64]\" {} distances {{ {heights} }} allowed_verts {{ \"10\" \"{}\" }} }}",
        rows("normals", 5, 5, "0 0 1"),
        !0b01010_i32
    );
    let mesh = &read(&world(&solid(20, &info))).map.entities[0].meshes[0];
    let heights: Vec<f64> = mesh.vertices[..5].iter().map(|vertex| vertex.z - 64.0).collect();
    assert_eq!(heights, [0.0, 2.0, 4.0, 2.0, 0.0]);
}

#[test]
fn damaged_displacements_leave_their_side_flat_and_say_why() {
    let good = dispinfo("0 0 64", "");
    for (damaged, reason) in [
        (good.replace("\"power\" \"2\"", "\"power\" \"5\""), "its power is 5"),
        (good.replace("\"power\" \"2\"", "\"power\" \"3\""), "row 0 has 15 numbers: expected 9 rows of 27"),
        (good.replace("\"power\" \"2\"", ""), "it has no `power`"),
        (good.replace("\"startposition\" \"[0 0 64]\"", ""), "no `startposition`"),
        (good.replacen("\"row4\"", "\"row3\"", 1), "row 3 has 15 numbers"),
        (good.replacen("\"row4\"", "\"row4000000000000\"", 1), "row 4000000000000 has"),
        (good.replacen("\"row4\"", "\"column\"", 1), "`column` is no row"),
        (good.replace("51 51", "51 inf"), "`row0` is no row of finite numbers"),
        (good.replace("\"elevation\" \"1\"", "\"elevation\" \"1e30\""), "beyond"),
    ] {
        let imported = read(&world(&solid(20, &damaged)));
        assert_eq!(codes_of(&imported), [codes::DISPLACEMENT_NOT_READ], "{reason}");
        let message = &imported.diagnostics.iter().next().unwrap().message;
        assert!(message.contains(reason), "{reason}: {message}");
        assert_eq!((imported.map.entities[0].brushes.len(), imported.statistics.displacements_left_flat), (1, 1));
    }
    let moved = read(&world(&solid(20, &dispinfo("-3 0 64", ""))));
    assert_eq!(codes_of(&moved), [codes::DISPLACEMENT_START, codes::DISPLACEMENT_CARRIER]);
}

#[test]
fn wires_visgroups_groups_and_cordons() {
    let text = format!(
        "versioninfo {{ \"editorversion\" \"400\" \"formatversion\" \"100\" }}\n\
         visgroups {{ visgroup {{ \"name\" \"out\" \"visgroupid\" \"2\" \"color\" \"9 8 7\"\n\
             visgroup {{ \"name\" \"in\" \"visgroupid\" \"3\" }} }} }}\n\
         {}\
         entity {{ \"id\" \"5\" \"classname\" \"logic_relay\" \"path\" \"c:\\new\\table\" \"origin\" \"1 2 3\"\n\
             connections {{ \"OnTrigger\" \"a\u{1b}Say\u{1b}x, y\u{1b}0.5\u{1b}-1\"\n \"OnTrigger\" \"nothing\" }}\n\
             editor {{ \"visgroupid\" \"3\" \"comments\" \"hello\" \"logicalpos\" \"[0 1]\" }} }}\n\
         cameras {{ \"activecamera\" \"-1\" }}\n\
         cordons {{ \"active\" \"1\" cordon {{ \"name\" \"c\" \"active\" \"1\" box {{ \"mins\" \"(-8 -8 -8)\" \"maxs\" \"(8 8 8)\" }}\n\
             box {{ \"mins\" \"(0 0 0)\" \"maxs\" \"(1 1 1)\" }} }} }}",
        world("group { \"id\" \"30\" editor { \"groupid\" \"31\" \"color\" \"1 1 1\" } } group { \"id\" \"31\" }"),
    );
    let imported = read(&text);
    assert_eq!(codes_of(&imported), [codes::BAD_CONNECTION, codes::KEY_DROPPED]);
    let map = &imported.map;
    let relay = &map.entities[1];
    assert_eq!(relay.get("path"), Some("c:\\new\\table"));
    let wire = &relay.connections[0];
    assert_eq!(
        (wire.target.as_str(), wire.input.as_str(), wire.parameter.as_str(), wire.delay),
        ("a", "Say", "x, y", 0.5)
    );
    assert!(matches!(&relay.unknown[0], UnknownNode::Block(name, _) if name == "connections"));
    let (out, inner) = (&map.visgroups[0], &map.visgroups[1]);
    assert_eq!((out.name.as_str(), out.color, inner.parent), ("out", Some([9, 8, 7]), Some(out.id)));
    assert_eq!((relay.editor.visgroups.as_slice(), relay.editor.comments.as_str()), (&[inner.id][..], "hello"));
    assert_eq!((map.groups[0].parent, map.groups[1].parent), (Some(31), None));
    assert_eq!(map.cordons.len(), 2);
    assert!(map.cordons.iter().all(|cordon| cordon.active) && map.cordons[0].maxs == DVec3::splat(8.0));
    let names: Vec<&str> = map
        .unknown
        .iter()
        .map(|node| match node {
            UnknownNode::Key(name, _) | UnknownNode::Block(name, _) => name.as_str(),
        })
        .collect();
    assert_eq!(names, ["vmf_versioninfo", "cameras"]);
    let old = read(
        &(world("") + "cordon { \"mins\" \"(-1024 -1024 -1024)\" \"maxs\" \"(1024 1024 1024)\" \"active\" \"0\" }"),
    );
    assert_eq!((old.map.cordons.len(), old.map.cordons[0].active), (1, false));
}

#[test]
fn hidden_objects_stay_out_and_are_counted_unless_asked_for() {
    let text = world(&format!("{} hidden {{ {} }}", solid(20, ""), solid(21, "")))
        + &format!(
            "hidden {{ entity {{ \"id\" \"5\" \"classname\" \"func_wall\" {} }} }}",
            solid(22, &dispinfo("0 0 64", ""))
        );
    let imported = read(&text);
    assert_eq!(codes_of(&imported), [codes::HIDDEN_LEFT_OUT]);
    let statistics = imported.statistics;
    assert_eq!((statistics.omitted_entities, statistics.omitted_brushes, statistics.brushes), (1, 2, 3));
    assert_eq!((imported.map.entities.len(), imported.map.entities[0].brushes.len()), (1, 1));
    let options = ReadOptions { keep_omitted_layers: true, ..ReadOptions::default() };
    let kept = read_vmf("test.vmf", text.as_bytes(), &options).unwrap().map;
    assert_eq!((kept.entities.len(), kept.entities[0].brushes.len(), kept.entities[1].meshes.len()), (2, 2, 1));
    assert!(kept.entities[1].editor.hidden && kept.entities[0].brushes[1].editor.hidden);
    assert!(!kept.entities[0].brushes[0].editor.hidden);
}

#[test]
fn a_brush_that_makes_no_sense_costs_that_brush() {
    for (from, to, code) in [
        ("\"plane\" \"(0 0 64) (0 64 64) (64 64 64)\"", "", codes::BRUSH_NOT_READ),
        ("(0 0 64) (0 64 64)", "(0 0 64) (0 64)", codes::BRUSH_NOT_READ),
        ("(0 0 64) (0 64 64)", "(0 0 64) (0 64 nan)", codes::BRUSH_NOT_READ),
        ("(0 0 64) (0 64 64)", "(0 0 64) (0 64 1e9)", codes::COORDINATE_OUT_OF_RANGE),
    ] {
        let imported = read(&world(&(solid(20, "").replace(from, to) + &solid(21, ""))));
        assert_eq!(codes_of(&imported), [code], "{to}");
        assert_eq!((imported.map.entities[0].brushes.len(), imported.statistics.dropped_brushes), (1, 1));
    }
    let odd = solid(20, "").replace("[1 0 0 8] 0.5", "[1 0 0 8] 0");
    assert_eq!(codes_of(&read(&world(&odd))), vec![codes::TEXTURE_NUMBER_REPLACED; 6]);
}

#[test]
fn what_breaks_the_grammar_is_an_error_with_a_place() {
    for (text, line) in [("world\n{\nsolid {", 3), ("world\n{\n\"a\"\n}", 3), ("}", 1)] {
        let error = read_vmf("test.vmf", text.as_bytes(), &ReadOptions::default()).unwrap_err();
        assert_eq!((error.line, error.file.as_str()), (line, "test.vmf"), "{error}");
    }
    let wide = read_vmf("test.vmf", b"\xff\xfew\0", &ReadOptions::default()).unwrap_err();
    assert_eq!(wide.problem, Problem::WideText);
    let text = world(&(solid(20, "") + &solid(21, ""))) + "entity { \"classname\" \"light\" }";
    for limits in [
        ReadLimits { bytes: text.len() - 1, ..ReadLimits::default() },
        ReadLimits { entities: 1, ..ReadLimits::default() },
        ReadLimits { brushes: 1, ..ReadLimits::default() },
        ReadLimits { sides_per_brush: 5, ..ReadLimits::default() },
        ReadLimits { keys_per_entity: 0, ..ReadLimits::default() },
    ] {
        let options = ReadOptions { limits: limits.clone(), ..ReadOptions::default() };
        let error = read_vmf("test.vmf", text.as_bytes(), &options).unwrap_err();
        assert!(matches!(error.problem, Problem::OverLimit { .. }), "{limits:?}: {error}");
    }
}

#[test]
fn text_that_is_no_utf_8_is_read_as_latin_1_and_repeated_worlds_join() {
    let text = b"world { \"classname\" \"worldspawn\" \"message\" \"caf\xe9\" } world { \"skyname\" \"x\" } entity { }";
    let imported = read_vmf("test.vmf", text, &ReadOptions::default()).unwrap();
    assert_eq!(codes_of(&imported), [codes::LATIN_1, codes::SECOND_WORLD, codes::NO_CLASS_NAME]);
    let world = &imported.map.entities[0];
    assert_eq!((world.get("message"), world.get("skyname")), (Some("caf\u{e9}"), Some("x")));
    assert_eq!(codes_of(&read("entity { \"classname\" \"light\" }")), [codes::NO_WORLD]);
}

#[test]
fn every_prefix_of_a_file_reads_or_fails_in_a_place() {
    let text = world(&solid(20, &dispinfo("0 0 64", ""))) + "cordons { \"active\" \"0\" } visgroups { visgroup { } }";
    for end in (0..text.len()).step_by(7) {
        match read_vmf("test.vmf", &text.as_bytes()[..end], &ReadOptions::default()) {
            Ok(imported) => assert_eq!(imported.map.entities[0].class_name(), "worldspawn"),
            Err(error) => assert!(error.line >= 1 && error.column >= 1, "{error}"),
        }
    }
}

#[test]
fn sources_classes_become_ours() {
    let text = world("")
        + "entity { \"id\" \"2\" \"classname\" \"info_player_teamspawn\" \"spawnflags\" \"511\" }
           entity { \"id\" \"3\" \"classname\" \"func_rotating\" \"spawnflags\" \"5\" }
           entity { \"id\" \"4\" \"classname\" \"prop_dynamic_override\" \"model\" \"models/x.mdl\" }
           entity { \"id\" \"5\" \"classname\" \"trigger_capture_area\" }";
    let mut map = read(&text).map;
    let told = apply_class_table(&mut map, &ClassTable::default_for(MapFormat::Vmf));
    let classes: Vec<&str> = map.entities.iter().map(kerosene_map::Entity::class_name).collect();
    assert_eq!(classes, ["worldspawn", "info_player_start", "rotating", "prop_dynamic", "trigger_capture_area"]);
    assert_eq!(map.entities[2].get("spawnflags"), Some("3"));
    assert!(told.iter().any(|told| told.message.contains("trigger_capture_area (1)")));
}
