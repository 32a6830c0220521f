//! What fills a place and what a surface is, as bit sets.

use bitflags::bitflags;
use kerosene_math::Vec3;

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
        /// Seen through, sorted when drawn.
        const TRANSLUCENT = 1 << 28;
        /// Any of the three liquids.
        const LIQUID = Self::SLIME.bits() | Self::WATER.bits() | Self::LAVA.bits();
        /// Any of the currents.
        const CURRENTS = Self::CURRENT_0.bits() | Self::CURRENT_90.bits() | Self::CURRENT_180.bits()
            | Self::CURRENT_270.bits() | Self::CURRENT_UP.bits() | Self::CURRENT_DOWN.bits();
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

impl Contents {
    /// Where a liquid carries what is in it: the sum of its currents' directions, each of length 1. Opposite ones cancel
    /// each other; still water gives zero.
    ///
    /// ```
    /// use kerosene_bsp::Contents;
    /// use kerosene_math::Vec3;
    /// assert_eq!((Contents::WATER | Contents::CURRENT_90 | Contents::CURRENT_UP).current(), Vec3::new(0.0, 1.0, 1.0));
    /// assert_eq!(Contents::WATER.current(), Vec3::ZERO);
    /// ```
    #[must_use]
    pub fn current(self) -> Vec3 {
        let along = |ahead: Self, back: Self| f32::from(self.contains(ahead)) - f32::from(self.contains(back));
        Vec3::new(
            along(Self::CURRENT_0, Self::CURRENT_180),
            along(Self::CURRENT_90, Self::CURRENT_270),
            along(Self::CURRENT_UP, Self::CURRENT_DOWN),
        )
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
        /// Drawn with holes where its texture is clear.
        const ALPHA_TEST = 1 << 11;
        /// The texture vectors count repeats of the texture instead of texels.
        const REPEATS = 1 << 16;
    }
}
