//! What fills a place and what a surface is, as bit sets.

use bitflags::bitflags;

bitflags! {
    /// What fills a region of space.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Contents: u32 {
        /// Opaque solid.
        const SOLID = 1 << 0;
        /// Solid that one sees through.
        const WINDOW = 1 << 1;
        /// Solid with holes: bullets and sight pass.
        const GRATE = 1 << 3;
        /// Liquid that hurts a little.
        const SLIME = 1 << 4;
        /// Liquid.
        const WATER = 1 << 5;
        /// Liquid that hurts a lot.
        const LAVA = 1 << 6;
        /// Blocks sight though it may not block movement.
        const OPAQUE = 1 << 7;
        /// The sky's solid: blocks movement, shows the sky.
        const SKY = 1 << 8;
        /// A brush entity that moves.
        const MOVEABLE = 1 << 14;
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
        /// Held out of the tree.
        const DETAIL = 1 << 27;
        /// Seen through, sorted when drawn.
        const TRANSLUCENT = 1 << 28;
        /// Any of the three liquids.
        const LIQUID = Self::SLIME.bits() | Self::WATER.bits() | Self::LAVA.bits();
        /// What stops a player.
        const MASK_PLAYER_SOLID = Self::SOLID.bits() | Self::WINDOW.bits() | Self::GRATE.bits()
            | Self::SKY.bits() | Self::PLAYER_CLIP.bits() | Self::MOVEABLE.bits();
        /// What stops a shot.
        const MASK_SHOT = Self::SOLID.bits() | Self::WINDOW.bits() | Self::SKY.bits() | Self::MOVEABLE.bits();
        /// What stops sight.
        const MASK_OPAQUE = Self::SOLID.bits() | Self::SKY.bits() | Self::MOVEABLE.bits() | Self::OPAQUE.bits();
        /// Volumes that fill space without blocking it.
        const MASK_VOLUMES = Self::LIQUID.bits() | Self::TRIGGER.bits() | Self::LADDER.bits();
    }
}

bitflags! {
    /// Properties of a surface.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct SurfaceFlags: u32 {
        /// Emits light.
        const LIGHT = 1 << 0;
        /// Slippery: noted, and without effect so far.
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
        /// The texture vectors count repeats of the texture instead of texels.
        const REPEATS = 1 << 16;
    }
}
