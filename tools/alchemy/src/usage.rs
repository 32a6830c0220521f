//! What a picture is for.

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

/// Endings of names, after an underline or hyphen, and what they say. The first two of a kind are the usual ones.
const ENDINGS: [(&[&str], Usage); 3] = [
    (&["n", "normal", "nrm", "norm", "normals", "bump", "nor_gl", "normal_gl"], Usage::Normal),
    (
        &[
            "r",
            "roughness",
            "rough",
            "rgh",
            "m",
            "metalness",
            "metallic",
            "metal",
            "mtl",
            "ao",
            "occlusion",
            "occ",
            "h",
            "height",
            "disp",
            "displacement",
            "gloss",
            "mask",
        ],
        Usage::Mask,
    ),
    (&["orm", "arm", "mra", "rma", "data"], Usage::Data),
];

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
        let name = name.to_ascii_lowercase();
        let ends = |ending: &&str| {
            let before = name.strip_suffix(*ending);
            before.is_some_and(|before| before.len() > 1 && before.ends_with(['_', '-']))
        };
        let found = ENDINGS.iter().find(|(endings, _)| endings.iter().any(ends));
        found.map_or(Self::Color, |(_, usage)| *usage)
    }
}
