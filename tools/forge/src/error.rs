//! What can be wrong with a model's source.

use kerosene_asset::ModelError;
use kerosene_diagnostics::{Code, codes};

/// Why a source does not become a model.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ForgeError {
    /// Its name has no ending that is read.
    #[error("models are made of .gltf, .glb and .obj, and this is none of them")]
    Ending,
    /// A line of an OBJ says what cannot be.
    #[error("{reason}")]
    Line {
        /// The line, from 1.
        line: u32,
        /// What is wrong there.
        reason: String,
    },
    /// A part of a glTF says what cannot be.
    #[error("{path}: {reason}")]
    Json {
        /// The part as a path of JSON: `meshes[0].primitives[1].indices`.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It needs an extension of glTF that is not read.
    #[error("{path}: {name} is not read")]
    Extension {
        /// Where it is asked for.
        path: String,
        /// The extension.
        name: String,
    },
    /// A file beside it cannot be read.
    #[error("{path}: the file {file} beside it {reason}")]
    Beside {
        /// The part of the source that names it.
        path: String,
        /// The file.
        file: String,
        /// Why not.
        reason: String,
    },
    /// There is too much of something.
    #[error("it has more {what} than the {most} that a model can have")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there can be.
        most: usize,
    },
    /// There is nothing to draw in it.
    #[error("there is no triangle in it that could be drawn")]
    Empty,
    /// A material's name cannot be a path.
    #[error("the material {name} has a name that no path can be made of")]
    Material {
        /// The name.
        name: String,
    },
    /// An option is out of range.
    #[error("{option} is {reason}")]
    Option {
        /// The option as the command line has it.
        option: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
    /// The model cannot be made of it.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl ForgeError {
    /// A part of a glTF that cannot be.
    pub(crate) fn json(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Json { path: path.into(), reason: reason.into() }
    }

    /// The diagnostic's code, and what to do.
    pub(crate) const fn advice(&self) -> (Code, &'static str) {
        match self {
            Self::Ending => (codes::MODEL_NOT_READ, "export the model as .glb"),
            Self::Line { .. } | Self::Json { .. } => (codes::MODEL_NOT_READ, "export it again, or get it again"),
            Self::Extension { .. } => {
                (codes::MODEL_NOT_READ, "export it without this extension: without compression, say")
            }
            Self::Beside { .. } => (codes::MODEL_NOT_READ, "put the file there, or export the model as one .glb"),
            Self::TooMany { .. } => (codes::TOO_LARGE, "make it simpler, or export it in parts"),
            Self::Empty => (codes::MODEL_NOT_READ, "export meshes with faces; col_ and UCX_ meshes are not drawn"),
            Self::Material { .. } => (codes::MODEL_NOT_READ, "name another with --material NAME=PATH"),
            Self::Option { .. } => (codes::MODEL_NOT_READ, "choose another value"),
            Self::Model(_) => {
                (codes::MODEL_NOT_READ, "look at the part that is named; scale the model if it is too large")
            }
        }
    }
}
