//! Pictures of small maps made here, on whatever GPU there is. Without one the tests say so and pass, unless
//! `KEROSENE_REQUIRE_GPU=1` is set.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod support;

use kerosene_math::{Angles, Pcg32, Vec3};
use kerosene_render::{BrushModel, Camera, Fog, Frame, Tonemap};
use support::{SIZE, content, grid, off_screen, pixel, rooms};

/// A camera within the rooms.
fn camera(random: &mut Pcg32) -> Camera {
    let origin = Vec3::new(random.between(-100.0, 640.0), random.between(-100.0, 640.0), random.between(8.0, 180.0));
    let angles = Angles::new(random.between(-60.0, 60.0), random.between(-180.0, 180.0), 0.0);
    Camera { origin, angles, ..Camera::default() }
}

#[test]
fn what_is_left_out_is_in_no_picture() {
    let Some(mut off_screen) = off_screen() else { return };
    off_screen.renderer_mut().load_level(&grid(), &content()).unwrap();
    let mut random = Pcg32::new(11, 1);
    let mut left_out = 0;
    for _ in 0..20 {
        let mut frame = Frame { camera: camera(&mut random), ..Frame::default() };
        let culled = off_screen.draw(&frame, SIZE).unwrap();
        let faces = off_screen.statistics().faces;
        frame.view.everything = true;
        let everything = off_screen.draw(&frame, SIZE).unwrap();
        left_out += off_screen.statistics().faces - faces;
        assert!(culled == everything, "{:?}", frame.camera);
    }
    assert!(left_out > 200, "{left_out}");
}

/// The same on real maps: `KEROSENE_COMPILED_MAPS=FOLDER cargo test -p kerosene-render --release --test pictures compiled`
/// draws every `.kbsp` of a folder from 200 places (another number in `KEROSENE_PLACES`).
#[test]
fn compiled_maps_lose_nothing_by_culling() {
    let Some(folder) = std::env::var_os("KEROSENE_COMPILED_MAPS") else { return };
    let Some(mut off_screen) = off_screen() else { return };
    let places = std::env::var("KEROSENE_PLACES").map_or(200, |text| text.parse().unwrap());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "kbsp") {
            continue;
        }
        let map = kerosene_bsp::BspFile::open(&path).unwrap();
        off_screen.renderer_mut().load_level(&map, &content()).unwrap();
        let world = map.models()[0];
        let mut random = Pcg32::new(3, 1);
        let (mut all, mut left) = (0, 0);
        for _ in 0..places {
            let mut frame = Frame::default();
            let place = |axis: usize, random: &mut Pcg32| random.between(world.mins[axis], world.maxs[axis]);
            frame.camera.origin = Vec3::new(place(0, &mut random), place(1, &mut random), place(2, &mut random));
            frame.camera.angles = Angles::new(random.between(-80.0, 80.0), random.between(-180.0, 180.0), 0.0);
            let culled = off_screen.draw(&frame, SIZE).unwrap();
            left += off_screen.statistics().faces;
            frame.view.everything = true;
            let everything = off_screen.draw(&frame, SIZE).unwrap();
            all += off_screen.statistics().faces;
            assert!(culled == everything, "{} from {:?}", path.display(), frame.camera);
        }
        println!("{}: {places} places, {} of {} faces drawn", path.display(), left / places, all / places);
    }
}

/// Faces are clockwise seen from their front: from within a room no wall is missing, so no pixel shows the sky.
#[test]
fn a_closed_room_has_no_holes() {
    let Some(mut off_screen) = off_screen() else { return };
    off_screen.renderer_mut().load_level(&rooms(), &content()).unwrap();
    let mut frame = Frame::default();
    frame.camera.origin = Vec3::new(0.0, 0.0, 64.0);
    for yaw in [0.0, 45.0, 90.0, 180.0, 300.0] {
        for pitch in [-80.0, 0.0, 70.0] {
            frame.camera.angles = Angles::new(pitch, yaw, 0.0);
            let picture = off_screen.draw(&frame, SIZE).unwrap();
            // The sky is blue above and the fog of the horizon is light: walls of the placeholder are neither.
            let sky = picture.rgba.as_chunks::<4>().0.iter().filter(|[r, _, b, _]| *b > r.saturating_add(60)).count();
            assert_eq!(sky, 0, "yaw {yaw}, pitch {pitch}");
        }
    }
}

#[test]
fn brush_models_are_where_they_are_and_turn() {
    let Some(mut off_screen) = off_screen() else { return };
    off_screen.renderer_mut().load_level(&rooms(), &content()).unwrap();
    let mut frame =
        Frame { camera: Camera { origin: Vec3::new(-100.0, 0.0, 64.0), ..Camera::default() }, ..Frame::default() };
    let without = off_screen.draw(&frame, SIZE).unwrap();
    let door = BrushModel { model: 1, origin: Vec3::ZERO, orientation: Default::default(), tint: [1.0; 4] };
    frame.brush_models.push(door);
    let shown = off_screen.draw(&frame, SIZE).unwrap();
    assert_ne!(without, shown);
    assert_eq!(off_screen.statistics().brush_models, 1);
    frame.brush_models[0].origin = Vec3::new(-5000.0, 0.0, 0.0);
    assert_eq!(off_screen.draw(&frame, SIZE).unwrap(), without);
    assert_eq!(off_screen.statistics().brush_models, 0);
    // Faded out it is mixed with what is behind it.
    frame.brush_models[0] = BrushModel { tint: [1.0, 1.0, 1.0, 0.5], ..door };
    let faded = off_screen.draw(&frame, SIZE).unwrap();
    assert!(faded != shown && faded != without);
    // A model that does not exist is not drawn.
    frame.brush_models[0].model = 77;
    assert_eq!(off_screen.draw(&frame, SIZE).unwrap(), without);
}

#[test]
fn switches_of_the_view_do_what_they_say() {
    let Some(mut off_screen) = off_screen() else { return };
    off_screen.renderer_mut().load_level(&rooms(), &content()).unwrap();
    let mut frame = Frame::default();
    frame.camera.origin = Vec3::new(0.0, 0.0, 64.0);
    frame.view.bloom = 0.0;
    let plain = off_screen.draw(&frame, SIZE).unwrap();
    let middle = pixel(&plain, 0.5, 0.5);
    let mut changed = |change: fn(&mut Frame)| {
        let mut frame = frame.clone();
        change(&mut frame);
        pixel(&off_screen.draw(&frame, SIZE).unwrap(), 0.5, 0.5)
    };
    assert!(changed(|frame| frame.view.exposure = 0.5)[0] < middle[0]);
    assert!(changed(|frame| frame.view.gamma = 2.0)[0] > middle[0]);
    assert_ne!(changed(|frame| frame.view.tonemap = Tonemap::Clip), middle);
    assert_ne!(changed(|frame| frame.view.tonemap = Tonemap::Reinhard), middle);
    // A wall of one colour everywhere.
    assert_ne!(changed(|frame| frame.view.fullbright = true), middle);
    // The world is not there: what is left is the sky.
    let sky = changed(|frame| frame.view.world = false);
    assert!(sky[2] > sky[0]);
    // Fog of full density from the first unit on is all one sees.
    let fog = changed(|frame| {
        frame.view.tonemap = Tonemap::Clip;
        let color = Vec3::new(1.0, 0.0, 0.0);
        frame.fog = Some(Fog { color, start: 0.0, end: 1.0, density: 1.0, height: None });
    });
    assert_eq!(fog, [255, 0, 0, 255]);
}

#[test]
fn pictures_of_no_size_are_refused_and_drawing_without_a_level_is_none() {
    let Some(mut off_screen) = off_screen() else { return };
    assert!(off_screen.draw(&Frame::default(), [0, 10]).is_err());
    let picture = off_screen.draw(&Frame::default(), [33, 7]).unwrap();
    assert_eq!(picture.rgba.len(), 33 * 7 * 4);
    assert_eq!(off_screen.statistics().triangles, 0);
}
