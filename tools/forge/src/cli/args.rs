//! What the command line takes.

use crate::{Collision, Options};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What can be done with models.
#[derive(Debug, Subcommand)]
pub enum ForgeCommand {
    /// Make models (.kmdl) of glTF (.gltf, .glb) and OBJ
    #[command(
        long_about = "Make models (.kmdl) of glTF (.gltf, .glb) and OBJ.\n\n\
            glTF's metres become inches and its Y up becomes our Z up; a model that looks along glTF's +Z looks along our X. \
            An OBJ's lengths are inches, or metres with --scale-metres, and its Y is up unless --z-up.\n\n\
            A material is known by its name, which is a path below materials/: dev/crate. --material gives another.\n\n\
            Meshes whose names begin with col_ or UCX_ are what the model is collided with. Empties of a glTF become named \
            places on the model.",
        after_help = "Examples:\n  \
            kerosene-tools forge compile art/barrel.glb -o models/barrel.kmdl --surface metal\n  \
            kerosene-tools forge compile art/lamp.obj --z-up --material Default=dev/white --collision box\n  \
            kerosene-tools forge compile art/guard.gltf --once die --once hit --into models"
    )]
    Compile(CompileArgs),
    /// Print what is in models: counts, bounds, materials, levels of detail, clips, hulls, named places
    #[command(after_help = "Examples:\n  kerosene-tools forge info models/*.kmdl")]
    Info(InfoArgs),
    /// Write a level of a model as OBJ, to look at with other programs
    #[command(
        long_about = "Write a level of a model as OBJ, to look at with other programs: in inches, Z up, a group for each \
            material.",
        after_help = "Examples:\n  kerosene-tools forge export models/barrel.kmdl barrel.obj --level 1 --hulls"
    )]
    Export(ExportArgs),
}

/// Arguments of `forge compile`.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// The sources
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The model, where one source is given [default: beside the source]
    #[arg(short, long, value_name = "FILE", conflicts_with = "into")]
    pub output: Option<PathBuf>,
    /// The folder of the models [default: beside each source]
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// How many times larger than its source the model is
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    pub scale: f64,
    /// An OBJ's lengths are metres and not inches
    #[arg(long)]
    pub scale_metres: bool,
    /// Z is up in the source, and X is forward
    #[arg(long)]
    pub z_up: bool,
    /// Turn the model by these angles, in degrees
    #[arg(long, value_name = "PITCH,YAW,ROLL", value_delimiter = ',', allow_hyphen_values = true)]
    pub rotate: Vec<f64>,
    /// The path of a material, by its name in the source; may be repeated
    #[arg(long, value_name = "NAME=PATH", value_parser = renamed)]
    pub material: Vec<(String, String)>,
    /// What the model sounds and chips like: wood, metal, ... [default: what its materials say]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub surface: String,
    /// Make normals of the triangles, whatever the source has
    #[arg(long)]
    pub recompute_normals: bool,
    /// With --recompute-normals, edges of more than so many degrees stay sharp
    #[arg(long, value_name = "DEGREES", default_value_t = 45.0)]
    pub crease: f64,
    /// A clip that is played once and not again and again, * for all; may be repeated
    #[arg(long, value_name = "CLIP")]
    pub once: Vec<String>,
    /// Poses in a second that clips are resampled to
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    pub fps: f64,
    /// Make no coarser levels of detail
    #[arg(long)]
    pub no_lods: bool,
    /// What the model is collided with
    #[arg(long, value_name = "WHAT", default_value = "auto")]
    pub collision: Collision,
    /// Most convex pieces to cut the model into
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub max_hulls: usize,
    /// Most corners of a convex piece
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub hull_corners: usize,
    /// Threads to work with [default: as many as there are processors]
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
    /// Print a JSON object for each model, and diagnostics as lines of JSON
    #[arg(long)]
    pub json: bool,
}

impl CompileArgs {
    /// The options, if there are three angles or none.
    pub(super) fn options(&self) -> Option<Options> {
        let rotate = if self.rotate.is_empty() { [0.0; 3] } else { *self.rotate.first_chunk()? };
        (self.rotate.len() <= 3).then(|| Options {
            scale: self.scale,
            scale_metres: self.scale_metres,
            z_up: self.z_up,
            rotate,
            materials: self.material.clone(),
            surface: self.surface.clone(),
            recompute_normals: self.recompute_normals,
            crease: self.crease,
            once: self.once.clone(),
            fps: self.fps,
            no_lods: self.no_lods,
            collision: self.collision,
            max_hulls: self.max_hulls,
            hull_corners: self.hull_corners,
        })
    }
}

fn renamed(text: &str) -> Result<(String, String), String> {
    let (name, path) = text.rsplit_once('=').ok_or("give the name in the source, =, and the path")?;
    Ok((name.to_owned(), path.to_owned()))
}

/// Arguments of `forge info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The models
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `forge export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The model
    pub file: PathBuf,
    /// The OBJ
    pub output: PathBuf,
    /// The level of detail, 0 being the finest
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub level: usize,
    /// Write the convex hulls too
    #[arg(long)]
    pub hulls: bool,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
}
