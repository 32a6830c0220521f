//! How a model is made.

/// What a model is collided with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Collision {
    /// The meshes whose names begin with `col_` or `UCX_`; without any, convex pieces of what is drawn, unless a skeleton
    /// moves it.
    #[default]
    Auto,
    /// Convex pieces of what is drawn.
    Hulls,
    /// One convex body around what is drawn.
    Hull,
    /// The box that holds what is drawn.
    Box,
    /// Nothing.
    None,
}

/// How a model is made.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How many times larger than in its source it becomes.
    pub scale: f64,
    /// An OBJ's lengths are metres and not inches.
    pub scale_metres: bool,
    /// Z is up in the source and not Y, and X is forward.
    pub z_up: bool,
    /// Pitch, yaw and roll by which it is turned, in degrees.
    pub rotate: [f64; 3],
    /// New names of materials: as the source has it, and what it becomes.
    pub materials: Vec<(String, String)>,
    /// What it sounds and chips like.
    pub surface: String,
    /// Make normals of the triangles, whatever the source has.
    pub recompute_normals: bool,
    /// With [`Self::recompute_normals`], edges of more than so many degrees stay sharp.
    pub crease: f64,
    /// Clips that are played once and not again and again; `*` is all.
    pub once: Vec<String>,
    /// Poses in a second that clips are resampled to.
    pub fps: f64,
    /// Make no coarser levels of detail.
    pub no_lods: bool,
    /// What it is collided with.
    pub collision: Collision,
    /// Most convex pieces.
    pub max_hulls: usize,
    /// Most corners of a convex piece.
    pub hull_corners: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scale: 1.0,
            scale_metres: false,
            z_up: false,
            rotate: [0.0; 3],
            materials: Vec::new(),
            surface: String::new(),
            recompute_normals: false,
            crease: 45.0,
            once: Vec::new(),
            fps: 30.0,
            no_lods: false,
            collision: Collision::Auto,
            max_hulls: 8,
            hull_corners: 32,
        }
    }
}

impl Options {
    /// The options that are not as usual, as the command line takes them.
    ///
    /// ```
    /// use forge::{Collision, Options};
    ///
    /// let options = Options { scale: 2.0, collision: Collision::Box, ..Options::default() };
    /// assert_eq!(options.to_text(), "--scale 2 --collision box");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let usual = Self::default();
        let mut parts = Vec::new();
        let mut add = |differs: bool, text: String| {
            if differs {
                parts.push(text);
            }
        };
        let [pitch, yaw, roll] = self.rotate;
        add(self.scale != usual.scale, format!("--scale {}", self.scale));
        add(self.scale_metres, "--scale-metres".to_owned());
        add(self.z_up, "--z-up".to_owned());
        add(self.rotate != usual.rotate, format!("--rotate {pitch},{yaw},{roll}"));
        self.materials.iter().for_each(|(from, to)| add(true, format!("--material {from}={to}")));
        add(!self.surface.is_empty(), format!("--surface {}", self.surface));
        add(self.recompute_normals, "--recompute-normals".to_owned());
        add(self.crease != usual.crease, format!("--crease {}", self.crease));
        self.once.iter().for_each(|clip| add(true, format!("--once {clip}")));
        add(self.fps != usual.fps, format!("--fps {}", self.fps));
        add(self.no_lods, "--no-lods".to_owned());
        let collision = match self.collision {
            Collision::Auto => "auto",
            Collision::Hulls => "hulls",
            Collision::Hull => "hull",
            Collision::Box => "box",
            Collision::None => "none",
        };
        add(self.collision != usual.collision, format!("--collision {collision}"));
        add(self.max_hulls != usual.max_hulls, format!("--max-hulls {}", self.max_hulls));
        add(self.hull_corners != usual.hull_corners, format!("--hull-corners {}", self.hull_corners));
        parts.join(" ")
    }
}
