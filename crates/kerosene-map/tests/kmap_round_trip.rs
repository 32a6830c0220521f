//! `.kmap`: what is written reads back equal, and what is read is written back the same.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{corpus, strategies::any_map, without_lines};
use kerosene_map::{ReadOptions, read_kmap, read_map, write_kmap};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_map_reads_back_equal_and_is_written_the_same_again(map in any_map()) {
        let text = write_kmap(&map).unwrap();
        let read = read_kmap("", text.as_bytes(), &ReadOptions::default()).unwrap();
        prop_assert!(read.diagnostics.is_empty());
        let read = without_lines(read.map);
        prop_assert_eq!(&read, &map);
        prop_assert_eq!(write_kmap(&read).unwrap(), text);
    }
}

#[test]
fn real_maps_survive_the_way_through_kmap() {
    let Some(corpus) = corpus() else { return };
    for name in ["quake/id/e1m1", "valve220/spacehare/mcj_rabbit", "valve220/nzp/4all", "quake/ericw/base1-test"] {
        let bytes = std::fs::read(corpus.join(format!("{name}.map"))).unwrap();
        let imported = read_map(name, &bytes, &ReadOptions::default()).unwrap();
        let text = write_kmap(&imported.map).unwrap();
        let read = read_kmap(name, text.as_bytes(), &ReadOptions::default()).unwrap();
        assert!(read.diagnostics.is_empty(), "{name}");
        assert_eq!(
            (read.statistics.brushes, read.statistics.sides),
            (imported.statistics.brushes, imported.statistics.sides)
        );
        assert!(without_lines(read.map) == without_lines(imported.map), "{name}");
    }
}

/// Pieces of a `.kmap`, most of which fit together somewhere.
const PIECES: [&str; 38] = [
    "world {\n",
    "entity {\n",
    "solid {\n",
    "side {\n",
    "mesh {\n",
    "face {\n",
    "connections {\n",
    "editor {\n",
    "visgroups {\n",
    "visgroup {\n",
    "group {\n",
    "cordon {\n",
    "versioninfo {\n",
    "other {\n",
    "}\n",
    "}\n",
    "}\n",
    "}\n",
    "id 1\n",
    "id 2\n",
    "id 0\n",
    "plane \"(0 0 0) (0 1 0) (1 0 0)\"\n",
    "uaxis \"[1 0 0 0]\"\n",
    "vertex \"0 0 1\"\n",
    "indices \"0\"\n",
    "normal \"0 0 1\"\n",
    "texcoord \"0 1\"\n",
    "alpha 0.5\n",
    "contents 1\n",
    "OnUse \"a,b,c,d\"\n",
    "OnUse \"a,b,,1,2\"\n",
    "parent 1\n",
    "visgroupid 2\n",
    "color \"1 2 3\"\n",
    "detail 1\n",
    "formatversion 1\n",
    "stream 1\n",
    "mins \"0 0 0\"\nmaxs \"1 1 1\"\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn what_was_read_is_written_and_read_again_without_change(picks in proptest::collection::vec(0..PIECES.len(), 0..60)) {
        let (mut text, mut open) = (String::new(), 0);
        for piece in picks.into_iter().map(|pick| PIECES[pick]) {
            if piece != "}\n" || open > 0 {
                text += piece;
                open = open + piece.matches('{').count() - piece.matches('}').count();
            }
        }
        text += &"}\n".repeat(open);
        if let Ok(imported) = read_kmap("", text.as_bytes(), &ReadOptions::default()) {
            let written = write_kmap(&imported.map).unwrap();
            let again = read_kmap("", written.as_bytes(), &ReadOptions::default()).unwrap();
            prop_assert_eq!(write_kmap(&again.map).unwrap(), written);
            prop_assert_eq!(without_lines(again.map), without_lines(imported.map));
        }
    }
}
