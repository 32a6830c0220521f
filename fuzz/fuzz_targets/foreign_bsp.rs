//! Compiled maps of other engines: any bytes are refused with an error or give a map that is held to the checks of our
//! own format, and what passes these can be traced through.
#![no_main]

use kerosene_bsp::foreign::read;
use kerosene_bsp::{CollisionMap, Contents, TraceRequest, TraceShape};
use kerosene_math::Vec3;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(map) = read(bytes) else { return };
    let Ok(file) = map.bsp.to_file() else { return };
    let collision = CollisionMap::new(&file);
    let shape = TraceShape::Box { mins: Vec3::splat(-16.0), maxs: Vec3::splat(16.0) };
    for (start, end) in [([20.0, 30.0, 60.0], [20.0, 40.0, -500.0]), ([-400.0, 7.0, 9.0], [400.0, -7.0, 9.0])] {
        let request =
            TraceRequest { start: Vec3::from_array(start), end: Vec3::from_array(end), shape, mask: Contents::all() };
        let trace = collision.trace(&request);
        assert!((0.0..=1.0).contains(&trace.fraction), "{trace:?} for {request:?}");
        collision.point_contents(trace.end);
    }
});
