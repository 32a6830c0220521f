//! The rules: which stage makes what of which source. A stage that comes to the engine is a row here.

/// What a rule's sources are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One file each.
    File,
    /// Pictures of one material, told by the endings of their names, where no file describes the material.
    PictureSet,
}

/// Where results go, below the content folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Results {
    /// One file, at the source's path below its folder, with this extension.
    One { folder: &'static str, extension: &'static str },
    /// Files that only the stage knows, below the source's folder under this one.
    Many { folder: &'static str },
}

/// A row of the table.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) kind: Kind,
    /// Folder of the sources below the content folder.
    pub(crate) folder: &'static str,
    /// Their extensions.
    pub(crate) extensions: &'static [&'static str],
    /// The subcommand that compiles them.
    pub(crate) stage: &'static str,
    /// Name of the block of options in a `.kcfg`.
    pub(crate) block: &'static str,
    pub(crate) results: Results,
    /// The option that sets the number of threads.
    pub(crate) jobs: &'static str,
    /// What to say where speed matters more than quality.
    pub(crate) fast: &'static [&'static str],
    /// Rules of one wave do not read each other's results; each wave may read those of the ones before.
    pub(crate) wave: u8,
    /// Whether what was made counts as shown to people even where the stage found errors in the source: a map that leaks can
    /// be walked, and its leak looked at.
    pub(crate) shows_failures: bool,
}

const PICTURES: &[&str] = &["png", "jpg", "jpeg", "tga", "webp", "hdr", "exr"];

/// The folder of sources that are never content themselves.
pub(crate) const ART: &str = "art";

/// Options that kiln sets itself, or that would make a stage read or write what kiln does not know of.
pub(crate) const RESERVED: &[&str] = &[
    "output", "into", "jobs", "threads", "json", "quiet", "verbose", "help", "version", "set", "dry-run", "patch",
    "with", "classes", "check", "text",
];

/// Extensions of what stages leave beside a result for tools and people, and no game loads.
pub(crate) const SIDECARS: &[&str] = &["kprt", "kleak", "pts", "kwalk"];

/// The table.
pub(crate) const RULES: &[Rule] = &[
    Rule {
        kind: Kind::File,
        folder: ART,
        extensions: PICTURES,
        stage: "alchemy compile",
        block: "texture",
        results: Results::One { folder: "materials", extension: "ktex" },
        jobs: "--jobs",
        fast: &["--quality=fast"],
        wave: 0,
        shows_failures: false,
    },
    Rule {
        kind: Kind::File,
        folder: ART,
        extensions: &["wad", "wal", "mip", "vtf", "vmt", "shader"],
        stage: "alchemy compile",
        block: "texture",
        results: Results::Many { folder: "materials" },
        jobs: "--jobs",
        fast: &["--quality=fast"],
        wave: 0,
        shows_failures: false,
    },
    Rule {
        kind: Kind::File,
        folder: "sound",
        extensions: &["wav", "flac", "ogg", "mp3"],
        stage: "timbre compile",
        block: "sound",
        results: Results::One { folder: "sound", extension: "kaud" },
        jobs: "--jobs",
        fast: &[],
        wave: 0,
        shows_failures: false,
    },
    Rule {
        kind: Kind::File,
        folder: ART,
        extensions: &["kmat"],
        stage: "alchemy material",
        block: "material",
        results: Results::One { folder: "materials", extension: "kmat_c" },
        jobs: "--jobs",
        fast: &[],
        wave: 1,
        shows_failures: false,
    },
    Rule {
        kind: Kind::PictureSet,
        folder: ART,
        extensions: PICTURES,
        stage: "alchemy material",
        block: "material",
        results: Results::One { folder: "materials", extension: "kmat_c" },
        jobs: "--jobs",
        fast: &[],
        wave: 1,
        shows_failures: false,
    },
    Rule {
        kind: Kind::File,
        folder: ART,
        extensions: &["gltf", "glb", "obj"],
        stage: "forge compile",
        block: "model",
        results: Results::One { folder: "models", extension: "kmdl" },
        jobs: "--jobs",
        fast: &[],
        wave: 1,
        shows_failures: false,
    },
    Rule {
        kind: Kind::File,
        folder: "maps",
        extensions: &["kmap", "map", "vmf"],
        stage: "cleave",
        block: "map",
        results: Results::One { folder: "maps", extension: "kbsp" },
        jobs: "--threads",
        fast: &[],
        wave: 2,
        shows_failures: true,
    },
];

/// Waves that there are.
pub(crate) const WAVES: u8 = 3;
