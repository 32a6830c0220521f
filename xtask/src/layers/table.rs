//! The table of layers, as data. `ARCHITECTURE.md` shows it to people, and a test keeps both equal.

/// The layer of the compilers and the editor.
pub const TOOLS_LAYER: u8 = 5;

/// The layer of the engine, which no tool links.
pub const ENGINE_LAYER: u8 = 4;

/// Every crate by layer, lowest first, those still to come included: the design places a crate
/// before it is written.
pub const LAYERS: &[(u8, &[&str])] = &[
    // One diagnostics type serves importers, compilers and editor, so it lies below the maps.
    (
        0,
        &[
            "kerosene-math",
            "kerosene-kv",
            "kerosene-console",
            "kerosene-diagnostics",
            "kerosene-world-derive",
            "kerosene-container",
            "kerosene-test-alloc",
        ],
    ),
    (1, &["kerosene-world", "kerosene-vfs"]),
    (2, &["kerosene-map", "kerosene-bsp", "kerosene-asset", "kerosene-entity", "kerosene-config", "kerosene-cli"]),
    (
        3,
        &[
            "kerosene-foreign",
            "kerosene-physics",
            "kerosene-rigid",
            "kerosene-script",
            "kerosene-framework",
            "kerosene-audio",
            "kerosene-render",
        ],
    ),
    (ENGINE_LAYER, &["kerosene-engine", "kerosene-game", "kerosene-input"]),
    (
        TOOLS_LAYER,
        &[
            "cleave",
            "umbra",
            "resonance",
            "radiance",
            "alchemy",
            "timbre",
            "forge",
            "kiln",
            "chisel",
            "kerosene-tools",
            "kerosene-host",
        ],
    ),
    (6, &["kerosene"]),
    (7, &["kerosene-runtime", "xtask"]),
];

/// An edge that the layers forbid and that is right all the same.
#[derive(Debug, PartialEq, Eq)]
pub struct Exception {
    /// The crate that depends.
    pub from: &'static str,
    /// The crate depended on.
    pub to: &'static str,
    /// Whether it holds for `[dev-dependencies]` only.
    pub dev_only: bool,
    /// Why it is right.
    pub reason: &'static str,
}

/// Every exception.
pub const EXCEPTIONS: &[Exception] = &[
    held_by_the_one_executable("cleave"),
    held_by_the_one_executable("alchemy"),
    held_by_the_one_executable("timbre"),
    held_by_the_one_executable("kiln"),
    held_by_the_one_executable("forge"),
    Exception {
        from: "kerosene-script",
        to: "kerosene-framework",
        dev_only: false,
        reason: "a language of scripts is plugged into the framework and gives its services names; neither is of use to the other's peers",
    },
    the_window_around_the_engine("kerosene-engine"),
    the_window_around_the_engine("kerosene-input"),
];

/// The host is no tool: it is what the engine runs in.
const fn the_window_around_the_engine(inner: &'static str) -> Exception {
    Exception {
        from: "kerosene-host",
        to: inner,
        dev_only: false,
        reason: "the window is no tool: it stands right above the engine and holds it",
    }
}

/// The executable of all tools depends on each of them.
const fn held_by_the_one_executable(tool: &'static str) -> Exception {
    Exception {
        from: "kerosene-tools",
        to: tool,
        dev_only: false,
        reason: "the one executable holds every tool as a subcommand; it is the layer's own roof",
    }
}
