//! What the command line takes.

use crate::{Quality, Usage};
use clap::{Args, Subcommand};
use kerosene_asset::{Shader, SurfaceTable};
use std::path::PathBuf;

/// What can be done with pictures and textures.
#[derive(Debug, Subcommand)]
pub enum AlchemyCommand {
    /// Make textures (.ktex) of pictures (PNG, JPEG, TGA, WebP, HDR, EXR) and of other games' textures (.wad, .mip, .wal, .vtf,
    /// .vmt, .shader)
    #[command(
        long_about = "Make textures (.ktex) of pictures (PNG, JPEG, TGA, WebP, HDR, EXR) and of other games' textures: \
            archives of Quake and Half-Life (.wad), textures of Quake (.mip), Quake 2 (.wal) and Source (.vtf), materials of \
            Source (.vmt) and Quake 3 (.shader)\n\n\
            What a picture is for follows from the end of its name: _n, _normal a normal map; _r, _roughness, _m, _metalness, \
            _ao, _h, _height, _mask one value; _orm, _data several values; anything else a colour. --as says otherwise.\n\n\
            A normal map's green points up (as in OpenGL); that of one whose name ends in _normal_dx, _nor_dx or NormalDX is \
            turned. A resolution after that (_1k) says nothing.\n\n\
            Textures of other games go to the names that maps call them by, below --into. Quake and Quake 2 draw them with \
            the game's palette, which is looked for in the folders above: gfx/palette.lmp, pics/colormap.pcx.",
        after_help = "Examples:\n  \
            kerosene-tools alchemy compile art/brick.png art/brick_n.png --into materials\n  \
            kerosene-tools alchemy compile art/fence.tga --alpha-test -o materials/fence.ktex\n  \
            kerosene-tools alchemy compile art/logo.png --as ui --quality best\n  \
            kerosene-tools alchemy compile id1/base.wad --into materials"
    )]
    Compile(CompileArgs),
    /// Make materials (.kmat_c) of their texts (.kmat) or of sets of pictures
    #[command(
        long_about = "Make materials (.kmat_c) of their texts (.kmat), or with --set of pictures whose names have a beginning in \
            common.\n\n\
            A set is named by its path without what says what a picture is for: art/brick is art/brick.png (or \
            brick_albedo.png and the like), art/brick_n.png, art/brick_r.png. A word of the name says what it is made of; alpha \
            in the base colour makes it a cut-out or translucent.\n\n\
            Textures are named by their path below the folder of pictures, which is the nearest folder called art, textures \
            or materials above the file. One that is not there is told.",
        after_help = "Examples:\n  \
            kerosene-tools alchemy material art/brick.kmat -o materials/brick.kmat_c\n  \
            kerosene-tools alchemy material --set art/fence -o materials/fence.kmat_c --surfaceprop metal\n  \
            kerosene-tools alchemy material --set art/fence --text -o art/fence.kmat    # to go on by hand"
    )]
    Material(MaterialArgs),
    /// Write the engine's own developer and tool textures: pictures and texts of materials
    #[command(
        long_about = "Write the engine's own developer and tool textures: a measured grid in several colours, one repeat of which is \
            64 units at four pixels a unit, in cells of 16; a labelled texture for each tool; the font of the user interface.\n\n\
            The engine has them built in: write them for an editor, or to change them. What you changed is kept.",
        after_help = "Examples:\n  \
            kerosene-tools alchemy dev-textures --into art\n  \
            kerosene-tools alchemy dev-textures --into materials --compiled"
    )]
    DevTextures(DevTexturesArgs),
    /// Print what is in textures and materials: size, format, levels, average colour, what they were made from; and what is in
    /// other games' files
    #[command(after_help = "Examples:\n  \
        kerosene-tools alchemy info materials/*.ktex materials/*.kmat_c\n  \
        kerosene-tools alchemy info id1/base.wad")]
    Info(InfoArgs),
    /// Write a level of a texture as a picture, or all of it as KTX2, to look at
    #[command(
        long_about = "Write a level of a texture as a picture, to look at: PNG, or EXR for light without an upper end. \
            A normal map gets its Z back.\n\nKTX2 holds every level as the texture has it, for other people's tools.",
        after_help = "Examples:\n  kerosene-tools alchemy export materials/brick.ktex brick-3.png --mip 3\n  \
            kerosene-tools alchemy export materials/brick.ktex brick.ktx2"
    )]
    Export(ExportArgs),
}

/// Arguments of `alchemy compile`.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// The pictures, or files of other games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The texture, where one picture is given [default: beside the picture]
    #[arg(short, long, value_name = "FILE", conflicts_with = "into")]
    pub output: Option<PathBuf>,
    /// The folder of the textures [default: beside each picture]
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// What the pictures are for [default: from their names]
    #[arg(long = "as", value_name = "USAGE")]
    pub usage: Option<Usage>,
    /// The normals' green points down, as in DirectX: turn it [default: where the name says so, as _normal_dx does]
    #[arg(long)]
    pub flip_green: bool,
    /// Edges do not repeat
    #[arg(long)]
    pub clamp: bool,
    /// Pixels are shown as squares
    #[arg(long)]
    pub point: bool,
    /// Drawn or left out by alpha, with the edge at one half: fences, leaves
    #[arg(long)]
    pub alpha_test: bool,
    /// Store pixels as they are, not in blocks
    #[arg(long)]
    pub uncompressed: bool,
    /// Only the picture itself, no smaller levels
    #[arg(long)]
    pub no_mips: bool,
    /// How much time to give to finding good blocks
    #[arg(long, value_name = "QUALITY", default_value = "normal")]
    pub quality: Quality,
    /// Of other games' files: only the texture of this name
    #[arg(long = "texture", value_name = "NAME")]
    pub textures: Vec<String>,
    /// The palette of other games' files: 768 bytes, or a .pcx [default: looked for in the folders above]
    #[arg(long, value_name = "FILE")]
    pub palette: Option<PathBuf>,
    /// Threads to work with [default: as many as there are processors]
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
    /// Print a JSON object for each texture, and diagnostics as lines of JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `alchemy material`.
#[derive(Debug, Args)]
pub struct MaterialArgs {
    /// The texts; with --set the names of sets
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Make them of pictures and not of texts
    #[arg(long)]
    pub set: bool,
    /// The material, where one is made [default: beside the source]
    #[arg(short, long, value_name = "FILE", conflicts_with = "into")]
    pub output: Option<PathBuf>,
    /// The folder of the materials [default: beside each source]
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// Write the material as text: to --output, and to standard output without one
    #[arg(long, conflicts_with = "into")]
    pub text: bool,
    /// Write over a text that is there, with --text
    #[arg(long, requires = "text")]
    pub force: bool,
    /// The folder that textures are named from [default: the nearest called art, textures or materials above the file]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// What draws it: lit, unlit, sky, water, ui [default: as the text says, or lit]
    #[arg(long, value_name = "SHADER", value_parser = shader)]
    pub shader: Option<Shader>,
    /// What it is made of, such as metal [default: as the text says, or as a word of the name does]
    #[arg(long, value_name = "NAME", value_parser = surface)]
    pub surfaceprop: Option<String>,
    /// Drawn or left out by alpha
    #[arg(long, conflicts_with_all = ["translucent", "opaque"])]
    pub alpha_test: bool,
    /// Mixed with what is behind it, by alpha
    #[arg(long, conflicts_with = "opaque")]
    pub translucent: bool,
    /// Without regard to alpha
    #[arg(long)]
    pub opaque: bool,
    /// Drawn from both sides
    #[arg(long)]
    pub no_cull: bool,
    /// Threads to work with [default: as many as there are processors]
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub jobs: usize,
    /// Print a JSON object for each material, and diagnostics as lines of JSON
    #[arg(long)]
    pub json: bool,
}

/// A shader by its name.
fn shader(text: &str) -> Result<Shader, String> {
    let found = Shader::ALL.into_iter().find(|shader| shader.name() == text);
    found.ok_or_else(|| format!("expected {}", Shader::ALL.map(Shader::name).join(", ")))
}

/// The name of a surface property.
fn surface(text: &str) -> Result<String, String> {
    let fits = SurfaceTable::is_name(text);
    if fits { Ok(text.to_owned()) } else { Err("expected letters in lower case, digits, _, - and .".to_owned()) }
}

/// Arguments of `alchemy dev-textures`.
#[derive(Debug, Args)]
pub struct DevTexturesArgs {
    /// The folder, which gets the folders dev, tools, liquids and ui
    #[arg(long, value_name = "DIR")]
    pub into: PathBuf,
    /// Write textures (.ktex) and compiled materials (.kmat_c) instead
    #[arg(long)]
    pub compiled: bool,
    /// Write over pictures and texts that are there and differ
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `alchemy info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The textures and materials, or files of other games
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `alchemy export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The texture
    pub file: PathBuf,
    /// The file: .png, .exr or .ktx2
    pub output: PathBuf,
    /// The level, 0 being the largest
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub mip: u32,
    /// Write over a file that is there
    #[arg(long)]
    pub force: bool,
}
