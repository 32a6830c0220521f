//! Draws a compiled map to a PNG:
//! `cargo run -p kerosene-render --example picture -- MAP.kbsp [--content FOLDER] [--from X Y Z] [--look PITCH YAW] [--size W H]
//! [--samples N] [--anisotropy N] [--novis] [--fullbright] [--wireframe] [--time T]
//! [--plain] [--turn N] -o OUT.png`. Without a place it stands at the map's first player start. `--plain` leaves out brush models and
//! bloom; `--turn` then turns round once in so many pictures, and says how long each took, reading it back included.

use kerosene_bsp::{BspFile, parse_entities};
use kerosene_math::{Angles, Vec3};
use kerosene_render::{BrushModel, Frame, Gpu, OffscreenRenderer, RenderSettings};
use kerosene_vfs::{Access, Vfs};
use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Height of a player's eyes above the middle of a Quake player, whose origin player starts are.
const EYES: f32 = 22.0;

struct Options {
    map: String,
    output: String,
    content: Option<String>,
    from: Option<Vec3>,
    look: Option<[f32; 2]>,
    size: [u32; 2],
    settings: RenderSettings,
    plain: bool,
    turn: u32,
    frame: Frame,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = options()?;
    let map = BspFile::open(&options.map)?;
    let mut content = Vfs::new();
    if let Some(folder) = &options.content {
        content.mount_folder(folder, Access::ReadOnly);
    }
    stand(&mut options, &map);
    let mut off_screen = OffscreenRenderer::with(Arc::new(Gpu::off_screen()?), &options.settings)?;
    let report = off_screen.renderer_mut().load_level(&map, &content)?;
    // The second picture is measured: the first one also warms up.
    off_screen.draw(&options.frame, options.size)?;
    let picture = off_screen.draw(&options.frame, options.size)?;
    image::save_buffer(
        &options.output,
        &picture.rgba,
        picture.size[0],
        picture.size[1],
        image::ExtendedColorType::Rgba8,
    )?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} triangles, {} batches, {} faults", report.triangles, report.batches, report.faults.len())?;
    writeln!(out, "{:?}", off_screen.statistics())?;
    if options.turn > 0 {
        let (whole, worst) = turn(&mut off_screen, &mut options)?;
        let mean = whole / options.turn;
        writeln!(out, "{} pictures: {mean:?} each in the mean, the slowest {worst:?}", options.turn)?;
    }
    Ok(())
}

/// Turns round once, and gives the time of all pictures and of the slowest.
#[expect(clippy::disallowed_methods, reason = "it tells how long pictures take")]
fn turn(off_screen: &mut OffscreenRenderer, options: &mut Options) -> Result<(Duration, Duration), Box<dyn Error>> {
    let (mut whole, mut worst) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..options.turn {
        options.frame.camera.angles.yaw += 360.0 / options.turn as f32;
        let begin = Instant::now();
        off_screen.draw(&options.frame, options.size)?;
        whole += begin.elapsed();
        worst = worst.max(begin.elapsed());
    }
    Ok((whole, worst))
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut options = Options {
        map: String::new(),
        output: "picture.png".to_owned(),
        content: None,
        from: None,
        look: None,
        size: [960, 540],
        settings: RenderSettings::default(),
        plain: false,
        turn: 0,
        frame: Frame::default(),
    };
    while let Some(argument) = arguments.next() {
        let mut number =
            || -> Result<f32, Box<dyn Error>> { Ok(arguments.next().ok_or("a number is missing")?.parse()?) };
        match argument.as_str() {
            "--from" => options.from = Some(Vec3::new(number()?, number()?, number()?)),
            "--look" => options.look = Some([number()?, number()?]),
            "--size" => options.size = [number()? as u32, number()? as u32],
            "--time" => options.frame.time = f64::from(number()?),
            "--anisotropy" => options.settings.anisotropy = number()? as u16,
            "--samples" => options.settings.samples = number()? as u32,
            "--content" => options.content = arguments.next(),
            "-o" => options.output = arguments.next().ok_or("the output's name is missing")?,
            "--turn" => options.turn = number()? as u32,
            "--plain" => options.plain = true,
            "--novis" => options.frame.view.everything = true,
            "--fullbright" => options.frame.view.fullbright = true,
            "--wireframe" => options.frame.view.wireframe = true,
            _ => options.map = argument,
        }
    }
    Ok(options)
}

/// Puts the camera and the brush models where the map has them.
fn stand(options: &mut Options, map: &BspFile) {
    let entities = parse_entities(map.entities()).unwrap_or_default();
    let numbers = |text: &str| text.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<f32>>();
    let camera = &mut options.frame.camera;
    let start = entities.iter().find(|entity| entity.class_name().starts_with("info_player"));
    if let Some(start) = start {
        if let [x, y, z] = numbers(start.get("origin").unwrap_or_default())[..] {
            camera.origin = Vec3::new(x, y, z + EYES);
        }
        if let [pitch, yaw, _] = numbers(start.get("angles").unwrap_or_default())[..] {
            camera.angles = Angles::new(pitch, yaw, 0.0);
        } else if let [yaw] = numbers(start.get("angle").unwrap_or_default())[..] {
            camera.angles = Angles::new(0.0, yaw, 0.0);
        }
    }
    camera.origin = options.from.unwrap_or(camera.origin);
    if let Some([pitch, yaw]) = options.look {
        camera.angles = Angles::new(pitch, yaw, 0.0);
    }
    if options.plain {
        options.frame.view.bloom = 0.0;
        return;
    }
    for entity in &entities {
        let Some(model) = entity.brush_model() else { continue };
        if entity.class_name().starts_with("trigger") {
            continue;
        }
        let Some(record) = map.models().get(model as usize) else { continue };
        options.frame.brush_models.push(BrushModel {
            model,
            origin: Vec3::from_array(record.origin),
            orientation: Default::default(),
            tint: [1.0; 4],
        });
    }
}
