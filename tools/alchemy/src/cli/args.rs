//! What the command line takes.

use crate::{Quality, Usage};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What can be done with pictures and textures.
#[derive(Debug, Subcommand)]
pub enum AlchemyCommand {
    /// Make textures (.ktex) of pictures (PNG, JPEG, TGA, WebP, HDR, EXR) and of other games' textures (.wad, .mip, .wal)
    #[command(
        long_about = "Make textures (.ktex) of pictures (PNG, JPEG, TGA, WebP, HDR, EXR) and of other games' textures: \
            archives of Quake and Half-Life (.wad), single textures of Quake (.mip) and Quake 2 (.wal).\n\n\
            What a picture is for follows from the end of its name: _n, _normal a normal map; _r, _roughness, _m, _metalness, \
            _ao, _h, _height, _mask one value; _orm, _data several values; anything else a colour. --as says otherwise.\n\n\
            A normal map's green points up (as in OpenGL).\n\n\
            Textures of other games go to the names that maps call them by, below --into. Quake and Quake 2 draw them with \
            the game's palette, which is looked for in the folders above: gfx/palette.lmp, pics/colormap.pcx.",
        after_help = "Examples:\n  \
            kerosene-tools alchemy compile art/brick.png art/brick_n.png --into materials\n  \
            kerosene-tools alchemy compile art/fence.tga --alpha-test -o materials/fence.ktex\n  \
            kerosene-tools alchemy compile art/logo.png --as ui --quality best\n  \
            kerosene-tools alchemy compile id1/base.wad --into materials"
    )]
    Compile(CompileArgs),
    /// Print what is in textures: size, format, levels, average colour, what they were made from; and what is in other
    /// games' files
    #[command(
        after_help = "Examples:\n  kerosene-tools alchemy info materials/*.ktex\n  kerosene-tools alchemy info id1/base.wad"
    )]
    Info(InfoArgs),
    /// Write a level of a texture as a picture, to look at
    #[command(
        long_about = "Write a level of a texture as a picture, to look at: PNG, or EXR for light without an upper end. \
            A normal map gets its Z back.",
        after_help = "Examples:\n  kerosene-tools alchemy export materials/brick.ktex brick-3.png --mip 3"
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

/// Arguments of `alchemy info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The textures, or files of other games
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
    /// The picture: .png or .exr
    pub output: PathBuf,
    /// The level, 0 being the largest
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub mip: u32,
}
