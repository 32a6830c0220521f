//! What a picture is for.

use crate::PictureRole;

/// What a picture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Usage {
    /// Colours, in sRGB, with or without alpha.
    #[default]
    Color,
    /// Normals in tangent space: red is X, green is Y up, blue is Z.
    Normal,
    /// One value, taken from red: roughness, metalness, occlusion, height.
    Mask,
    /// Four values that are no colours.
    Data,
    /// A picture of the user interface: shown as it is, without mip levels, its edges not repeated.
    Ui,
}

impl Usage {
    /// Its name, as the command line takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Color => "color",
            Self::Normal => "normal",
            Self::Mask => "mask",
            Self::Data => "data",
            Self::Ui => "ui",
        }
    }

    /// What a picture of this name (without folder and extension) is for: the ending after the last `_` or `-` says it, in
    /// the ways in which packs of textures are named; anything else is a colour.
    ///
    /// ```
    /// use alchemy::Usage;
    ///
    /// assert_eq!(Usage::of_name("brick_n"), Usage::Normal);
    /// assert_eq!(Usage::of_name("Brick-Roughness"), Usage::Mask);
    /// assert_eq!(Usage::of_name("brick_nor_gl"), Usage::Normal);
    /// assert_eq!(Usage::of_name("fountain"), Usage::Color);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        PictureRole::of_name(name).1.usage()
    }
}
