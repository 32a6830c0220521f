//! What a material does to brushes.

bitflags::bitflags! {
    /// What a brush is filled with. The bits are those of compiled maps (`kerosene_bsp::Contents`), which a test of the
    /// texture compiler holds them to.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct MaterialContents: u32 {
        /// Opaque solid.
        const SOLID = 1 << 0;
        /// Solid that one sees through.
        const WINDOW = 1 << 1;
        /// Solid with holes.
        const GRATE = 1 << 3;
        /// Liquid that hurts a little.
        const SLIME = 1 << 4;
        /// Liquid.
        const WATER = 1 << 5;
        /// Liquid that hurts a lot.
        const LAVA = 1 << 6;
        /// Blocks sight and nothing else.
        const OPAQUE = 1 << 7;
        /// Solid that shows the sky.
        const SKY = 1 << 8;
        /// Open space in an opening between two areas.
        const AREA_PORTAL = 1 << 15;
        /// Blocks players only.
        const PLAYER_CLIP = 1 << 16;
        /// Blocks monsters only.
        const MONSTER_CLIP = 1 << 17;
        /// A volume that notices who enters.
        const TRIGGER = 1 << 18;
        /// Climbable.
        const LADDER = 1 << 19;
        /// A liquid that flows towards +X.
        const CURRENT_0 = 1 << 20;
        /// A liquid that flows towards +Y.
        const CURRENT_90 = 1 << 21;
        /// A liquid that flows towards -X.
        const CURRENT_180 = 1 << 22;
        /// A liquid that flows towards -Y.
        const CURRENT_270 = 1 << 23;
        /// A liquid that flows upwards.
        const CURRENT_UP = 1 << 24;
        /// A liquid that flows downwards.
        const CURRENT_DOWN = 1 << 25;
        /// Held out of the tree.
        const DETAIL = 1 << 27;
        /// Seen through; alone it blocks nobody.
        const TRANSLUCENT = 1 << 28;
    }
}

bitflags::bitflags! {
    /// What a face is. The bits are those of compiled maps (`kerosene_bsp::SurfaceFlags`).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct MaterialSurface: u32 {
        /// Emits light.
        const LIGHT = 1 << 0;
        /// Slippery.
        const SLICK = 1 << 1;
        /// Shows the sky.
        const SKY = 1 << 2;
        /// Drawn with a moving warp, as liquids are.
        const WARP = 1 << 3;
        /// Translucent.
        const TRANS = 1 << 4;
        /// Face of a trigger.
        const TRIGGER = 1 << 6;
        /// Never drawn.
        const NODRAW = 1 << 7;
        /// Splits the tree and nothing else.
        const HINT = 1 << 8;
        /// Neither splits the tree nor is drawn.
        const SKIP = 1 << 9;
        /// Gets no lightmap.
        const NOLIGHT = 1 << 10;
        /// Drawn with holes where its texture is clear.
        const ALPHA_TEST = 1 << 11;
    }
}

/// How a brush takes part in a compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MaterialRole {
    /// Cuts the tree and seals the map.
    Structural,
    /// Drawn and collided with, held out of the tree.
    Detail,
    /// Collided with or noticed, never drawn.
    Volume,
    /// Its hint sides split the tree; it is nothing else.
    Hint,
    /// Marks the point that a brush entity turns about.
    Origin,
}

impl MaterialRole {
    /// Every role.
    pub const ALL: [Self; 5] = [Self::Structural, Self::Detail, Self::Volume, Self::Hint, Self::Origin];

    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Structural => "structural",
            Self::Detail => "detail",
            Self::Volume => "volume",
            Self::Hint => "hint",
            Self::Origin => "origin",
        }
    }
}
