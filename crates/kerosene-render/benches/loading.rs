//! How long a window stands still while a level is loaded: loading it at once, and on a thread of its own while pictures of
//! nothing are drawn.
//!
//! `KEROSENE_COMPILED_MAPS=FOLDER cargo bench -p kerosene-render --bench loading` measures the `.kbsp` files of a folder, with the
//! content of `KEROSENE_CONTENT=FOLDER` or none.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]

use kerosene_bsp::BspFile;
use kerosene_render::{Frame, Gpu, RenderSettings, Renderer};
use kerosene_vfs::{Access, Vfs};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Small pictures: what a software driver takes to fill them is not asked for.
const SIZE: [u32; 2] = [64, 36];

/// Pictures without a level, to compare with.
const IDLE: u32 = 60;

/// From one picture to the next, in a window that is kept at sixty.
const PICTURE: Duration = Duration::from_micros(16_667);

#[expect(clippy::disallowed_methods, reason = "a benchmark")]
fn now() -> Instant {
    Instant::now()
}

fn main() {
    let Some(folder) = std::env::var_os("KEROSENE_COMPILED_MAPS") else {
        return println!("KEROSENE_COMPILED_MAPS names no folder of .kbsp files");
    };
    let mut content = Vfs::new();
    if let Some(folder) = std::env::var_os("KEROSENE_CONTENT") {
        content.mount_folder(folder, Access::ReadOnly);
    }
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kbsp"));
    paths.sort();
    println!(
        "| map | at once ms | longest picture of nothing ms | longest beside it ms | until it is there ms | pictures |\n|---|---|---|---|---|---|"
    );
    paths.iter().for_each(|path| measure(path, &content));
}

fn measure(path: &Path, content: &Vfs) {
    let map = Arc::new(BspFile::open(path).unwrap());
    let gpu = Arc::new(Gpu::off_screen().unwrap());
    let mut renderer = Renderer::new(gpu, wgpu::TextureFormat::Rgba8UnormSrgb, &RenderSettings::default()).unwrap();
    let target = renderer.gpu().device().create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8UnormSrgb,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    let picture = |renderer: &mut Renderer| {
        renderer.draw(&Frame::default(), &view, SIZE);
        renderer.gpu().device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
    };
    // What is made once, pipelines above all, is there before anything is measured.
    renderer.load_level(&map, content).unwrap();
    renderer.unload_level();
    picture(&mut renderer);
    let idle = (0..IDLE).map(|_| {
        let frame = now();
        picture(&mut renderer);
        frame.elapsed()
    });
    let idle = idle.max().unwrap_or_default();
    let began = now();
    renderer.load_level(&map, content).unwrap();
    let at_once = began.elapsed();
    renderer.unload_level();
    picture(&mut renderer);
    let began = now();
    renderer.begin_level(Arc::clone(&map), content.clone());
    let (mut longest, mut pictures) = (began.elapsed(), 0);
    while renderer.is_loading() {
        let frame = now();
        let is_there = renderer.take_level().is_some();
        if !is_there {
            picture(&mut renderer);
            pictures += 1;
        }
        longest = longest.max(frame.elapsed());
        if let Some(left) = PICTURE.checked_sub(frame.elapsed()).filter(|_| !is_there) {
            #[expect(clippy::disallowed_methods, reason = "a benchmark that waits as a window does")]
            std::thread::sleep(left);
        }
    }
    let whole = began.elapsed();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let [at_once, idle, longest, whole] = [at_once, idle, longest, whole].map(ms);
    println!("| {name} | {at_once:.0} | {idle:.1} | {longest:.1} | {whole:.0} | {pictures} |");
}
