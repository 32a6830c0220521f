//! How fast maps are read and written, in bytes of text a second.
//!
//! The text is a made-up field of boxes, so that the figure needs no map from elsewhere; where the corpus of
//! real maps lies beside the project, large ones are measured too. The naive baseline splits the
//! same text at blanks and parses what looks like a number, and builds nothing.
#![allow(clippy::unwrap_used, reason = "a benchmark")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kerosene_map::{ReadOptions, read_kmap, read_map, read_vmf, write_kmap, write_valve220};
use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;

/// Boxes on a grid, half of their coordinates off it.
fn field_of_boxes(count: u32) -> String {
    let mut text = "{\n\"classname\" \"worldspawn\"\n".to_owned();
    for index in 0..count {
        let (x, y) = (f64::from(index % 100) * 64.0, f64::from(index / 100) * 64.125);
        let (a, b) = (x + 48.0, y + 48.5);
        write!(
            text,
            "// brush {index}\n{{\n\
             ( {x} {y} 0 ) ( {x} {b} 0 ) ( {x} {y} 64 ) wall1_5 [ 0 1 0 8 ] [ 0 0 -1 0 ] 0 1 1\n\
             ( {a} {y} 0 ) ( {a} {y} 64 ) ( {a} {b} 0 ) wall1_5 [ 0 1 0 8 ] [ 0 0 -1 0 ] 0 1 1\n\
             ( {x} {y} 0 ) ( {x} {y} 64 ) ( {a} {y} 0 ) wall1_5 [ 1 0 0 0 ] [ 0 0 -1 0 ] 0 0.25 0.25\n\
             ( {x} {b} 0 ) ( {a} {b} 0 ) ( {x} {b} 64 ) wall1_5 [ 1 0 0 0 ] [ 0 0 -1 0 ] 0 0.25 0.25\n\
             ( {x} {y} 0 ) ( {a} {y} 0 ) ( {x} {b} 0 ) floor 0 0 0 1 1\n\
             ( {x} {y} 64 ) ( {x} {b} 64 ) ( {a} {y} 64 ) floor 0 0 30 1 1\n}}\n"
        )
        .unwrap();
    }
    text + "}\n"
}

/// The same boxes as Hammer writes them, made from the map that they are.
fn as_vmf(map: &kerosene_map::Map) -> String {
    let mut text = "world\n{\n\t\"id\" \"1\"\n\t\"classname\" \"worldspawn\"\n".to_owned();
    for brush in &map.entities[0].brushes {
        writeln!(text, "\tsolid\n\t{{\n\t\t\"id\" \"{}\"", brush.id).unwrap();
        for side in &brush.sides {
            let [a, b, c] = side.points.map(|point| format!("({} {} {})", point.x, point.y, point.z));
            write!(
                text,
                "\t\tside\n\t\t{{\n\t\t\t\"id\" \"{}\"\n\t\t\t\"plane\" \"{a} {b} {c}\"\n\t\t\t\"material\" \"{}\"\n\
                 \t\t\t\"uaxis\" \"[1 0 0 8] 0.25\"\n\t\t\t\"vaxis\" \"[0 -1 0 0] 0.25\"\n\t\t\t\"rotation\" \"0\"\n\
                 \t\t\t\"lightmapscale\" \"16\"\n\t\t\t\"smoothing_groups\" \"0\"\n\t\t}}\n",
                side.id, side.material
            )
            .unwrap();
        }
        text.push_str("\t\teditor\n\t\t{\n\t\t\t\"color\" \"0 160 201\"\n\t\t\t\"visgroupshown\" \"1\"\n\t\t}\n\t}\n");
    }
    text + "}\n"
}

fn split_and_parse(text: &str) -> f64 {
    text.split_ascii_whitespace().filter_map(|word| word.parse::<f64>().ok()).sum()
}

fn read(criterion: &mut Criterion) {
    let options = ReadOptions::default();
    let text = field_of_boxes(5_000);
    let mut group = criterion.benchmark_group("read");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("naive split of the .map", |bencher| bencher.iter(|| split_and_parse(black_box(&text))));
    group.bench_function(".map, 5,000 boxes", |bencher| bencher.iter(|| read_map("boxes", text.as_bytes(), &options)));
    let map = read_map("boxes", text.as_bytes(), &options).unwrap().map;
    let kmap = write_kmap(&map).unwrap();
    group.throughput(Throughput::Bytes(kmap.len() as u64));
    group
        .bench_function(".kmap, 5,000 boxes", |bencher| bencher.iter(|| read_kmap("boxes", kmap.as_bytes(), &options)));
    let vmf = as_vmf(&map);
    group.throughput(Throughput::Bytes(vmf.len() as u64));
    group.bench_function("naive split of the .vmf", |bencher| bencher.iter(|| split_and_parse(black_box(&vmf))));
    group.bench_function(".vmf, 5,000 boxes", |bencher| bencher.iter(|| read_vmf("boxes", vmf.as_bytes(), &options)));
    if let Some(bytes) = real_map("vmf/laurirasanen/box13.vmf") {
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(".vmf, box13", |bencher| bencher.iter(|| read_vmf("real", &bytes, &options)));
    }
    if let Some(bytes) = real_map("quake3/nexuiz/ons-reborn.map") {
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(".map, ons-reborn", |bencher| bencher.iter(|| read_map("real", &bytes, &options)));
    }
    group.finish();

    let mut group = criterion.benchmark_group("write");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(kmap.len() as u64));
    group.bench_function(".kmap, 5,000 boxes", |bencher| bencher.iter(|| write_kmap(black_box(&map))));
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("Valve 220, 5,000 boxes", |bencher| bencher.iter(|| write_valve220(black_box(&map))));
    group.finish();
}

fn real_map(name: &str) -> Option<Vec<u8>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let root = std::env::var_os("KEROSENE_CORPUS").map_or(beside, Into::into);
    std::fs::read(root.join(name)).ok()
}

criterion_group!(benches, read);
criterion_main!(benches);
