//! Temporary driver.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::disallowed_methods, missing_docs, reason = "temporary")]
use cleave::*;
struct P(std::time::Instant, std::sync::Mutex<String>);
impl Progress for P {
    fn stage(&self, name: &'static str, _t: u64) { let mut l = self.1.lock().unwrap(); if std::env::var("V").is_ok() { println!("  {:?} {}", self.0.elapsed(), name); } *l = name.into(); }
    fn advance(&self, _: u64) {}
}
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let t = std::time::Instant::now();
        let imported = kerosene_map::read_map(&path, &bytes, &Default::default()).unwrap();
        let t1 = t.elapsed();
        let threads = std::env::var("T").map_or(0, |t| t.parse().unwrap());
        let options = Options { threads, ..Default::default() };
        let out = compile(&Request { map: &imported.map, options: &options, inputs: &[] }, &P(t, Default::default()));
        match out {
            Err(e) => println!("{path}: {e}"),
            Ok(o) => {
                let s = o.statistics;
                println!("{} read {:?} total {:?} {:?} leak {:?}", path.rsplit('/').next().unwrap(), t1, t.elapsed(), s, o.leak.map(|l| (l.points.len(), l.narrowest)));
                let mut seen = std::collections::BTreeMap::new();
                for d in &o.diagnostics { let e = seen.entry(d.code).or_insert((0, d)); e.0 += 1; }
                for (c, (n, d)) in seen { println!("   {c} x{n} {:?} {}", d.source.as_ref().map(|s| (s.line, s.brush)), d.message); }
            }
        }
    }
}
