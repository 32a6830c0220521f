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
