//! How fast a level's text is read and written, beside a mere search for its white space.
#![allow(missing_docs, reason = "criterion's macros make functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kerosene_kv::{Document, ReadOptions, Reader};
use std::fmt::Write;
use std::hint::black_box;

/// A level of `solids` boxes, as an editor writes it.
fn level(solids: usize) -> String {
    let mut text = String::from("world\n{\n\t\"id\" \"1\"\n\t\"classname\" \"worldspawn\"\n");
    for solid in 0..solids {
        let _ = write!(text, "\tsolid\n\t{{\n\t\t\"id\" \"{solid}\"\n");
        for side in 0..6 {
            let _ = write!(
                text,
                "\t\tside\n\t\t{{\n\t\t\t\"id\" \"{}\"\n\t\t\t\"plane\" \"(-64 {solid} 64) (64 {solid} 64) (64 -128 {side})\"\n\
                 \t\t\t\"material\" \"BRICK/BRICKWALL0{side}\"\n\t\t\t\"uaxis\" \"[1 0 0 0] 0.25\"\n\
                 \t\t\t\"vaxis\" \"[0 -1 0 0] 0.25\"\n\t\t\t\"lightmapscale\" \"16\"\n\t\t}}\n",
                solid * 6 + side
            );
        }
        text.push_str("\t}\n");
    }
    text.push_str("}\n");
    text
}

fn reading(c: &mut Criterion) {
    let text = level(2000);
    let mut group = c.benchmark_group("level of 2000 solids");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("split at white space (baseline)", |b| b.iter(|| black_box(&text).split_whitespace().count()));
    group.bench_function("stream", |b| {
        b.iter(|| Reader::new(black_box(&text), &ReadOptions::default()).map(Iterator::count));
    });
    group.bench_function("tree", |b| b.iter(|| Document::parse(black_box(&text))));
    let document = Document::parse(&text);
    group.bench_function("write", |b| b.iter(|| document.as_ref().map(|document| document.to_string().len())));
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
