//! How a texture is made.

use crate::Usage;

/// How much time is given to finding good blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Quality {
    /// Quick, for trying things out.
    Fast,
    /// For what is shown to others.
    #[default]
    Normal,
    /// Slow.
    Best,
}

/// How a texture is made. The default makes a colour texture of the usual quality that repeats.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// What it is for.
    pub usage: Usage,
    /// Normals come with green down, as in DirectX, and are turned.
    pub flip_green: bool,
    /// Its edges do not repeat.
    pub clamp: bool,
    /// Its pixels are shown as squares.
    pub point: bool,
    /// It is drawn or left out by its alpha.
    pub alpha_test: bool,
    /// Pixels are stored as they are, not in blocks.
    pub uncompressed: bool,
    /// Only the picture itself, no smaller levels.
    pub no_mips: bool,
    /// How much time blocks may take.
    pub quality: Quality,
}

impl Options {
    /// The options that change what is made, as the command line takes them.
    ///
    /// ```
    /// use alchemy::{Options, Usage};
    ///
    /// let options = Options { usage: Usage::Normal, clamp: true, ..Options::default() };
    /// assert_eq!(options.to_text(), "--as normal --clamp --quality normal");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let switches = [
            (self.flip_green && self.usage == Usage::Normal, "--flip-green"),
            (self.clamp, "--clamp"),
            (self.point, "--point"),
            (self.alpha_test, "--alpha-test"),
            (self.uncompressed, "--uncompressed"),
            (self.no_mips, "--no-mips"),
        ];
        let switches: Vec<_> = switches.into_iter().filter_map(|(on, text)| on.then_some(text)).collect();
        let quality = match self.quality {
            Quality::Fast => "fast",
            Quality::Normal => "normal",
            Quality::Best => "best",
        };
        let usage = format!("--as {}", self.usage.name());
        let quality = format!("--quality {quality}");
        let parts = [usage.as_str()].into_iter().chain(switches).chain([quality.as_str()]);
        parts.collect::<Vec<_>>().join(" ")
    }
}
