//! Shaders: WGSL files that are put together, and errors that name file and line.

mod sources;
mod watch;

pub(crate) use sources::{
    BLOOM, DECAL, LINES, MODEL, OCCLUSION, OCCLUSION_SAMPLED, OUTPUT, PROBE, QUADS, SHADOW, SKY, WORLD,
};
pub(crate) use watch::ShaderWatch;

use std::borrow::Cow;
use std::path::Path;
use wgpu::{CompilationMessageType, Device, ShaderModule, ShaderModuleDescriptor, ShaderSource};

/// A file of a shader.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    /// Its name below `shaders`.
    pub(crate) file: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
}

/// A shader: files one behind the other, the ones first that others use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shader {
    /// What it draws.
    pub(crate) name: &'static str,
    /// Its files.
    pub(crate) parts: &'static [Part],
}

/// A shader that the GPU's compiler does not accept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct ShaderError {
    /// The file below the crate's `shaders`.
    pub file: String,
    /// The line, from 1; 0 where the compiler names none.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

impl Part {
    /// Its text: in development builds as the file is now, so that a shader is changed without building anything.
    fn text(&self) -> Cow<'static, str> {
        if cfg!(debug_assertions) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders").join(self.file);
            if let Ok(text) = std::fs::read_to_string(path) {
                return text.into();
            }
        }
        self.text.into()
    }
}

impl Shader {
    /// The whole text.
    pub(crate) fn source(&self) -> String {
        self.parts.iter().map(Part::text).collect()
    }

    /// The file and the line in it of a line of the whole text, both lines from 1.
    pub(crate) fn place(&self, line: u32) -> (&'static str, u32) {
        let mut left = line;
        for part in self.parts {
            let lines = part.text().lines().count() as u32;
            if left <= lines {
                return (part.file, left);
            }
            left -= lines;
        }
        (self.name, line)
    }

    /// Compiles it.
    ///
    /// # Errors
    /// The first error of the compiler.
    pub(crate) fn compile(&self, device: &Device) -> Result<ShaderModule, ShaderError> {
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let source = ShaderSource::Wgsl(self.source().into());
        let module = device.create_shader_module(ShaderModuleDescriptor { label: Some(self.name), source });
        let refused = pollster::block_on(scope.pop());
        let info = pollster::block_on(module.get_compilation_info());
        let error = info.messages.iter().find(|message| message.message_type == CompilationMessageType::Error);
        match (error, refused) {
            (Some(error), _) => {
                let line = error.location.map_or(0, |location| location.line_number);
                let (file, line) = self.place(line);
                Err(ShaderError { file: file.to_owned(), line, message: error.message.clone() })
            }
            (None, Some(refused)) => {
                Err(ShaderError { file: self.name.to_owned(), line: 0, message: refused.to_string() })
            }
            (None, None) => Ok(module),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sources::ALL;
    use super::*;
    use naga::valid::{Capabilities, ValidationFlags, Validator};

    #[test]
    fn every_shader_is_valid() {
        for shader in ALL {
            let source = shader.source();
            let module = naga::front::wgsl::parse_str(&source).unwrap_or_else(|error| {
                let line = error.location(&source).map_or(0, |location| location.line_number);
                panic!("{:?}: {}", shader.place(line), error.emit_to_string(&source))
            });
            let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
            if let Err(error) = validator.validate(&module) {
                let line = error.location(&source).map_or(0, |location| location.line_number);
                panic!("{:?}: {}", shader.place(line), error.emit_to_string(&source));
            }
        }
    }

    #[test]
    fn what_is_broken_is_named_by_file_and_line() {
        let Ok(gpu) = crate::Gpu::off_screen() else { return };
        const PARTS: &[Part] = &[
            Part { file: "sound", text: "fn sound() -> f32 {\n    return 1.0;\n}\n" },
            Part { file: "broken", text: "fn broken() -> f32 {\n    return unheard_of;\n}\n" },
        ];
        let error =
            Shader { name: "both", parts: PARTS }.compile(gpu.device()).err().map(|error| (error.file, error.line));
        assert_eq!(error, Some(("broken".to_owned(), 2)));
    }

    #[test]
    fn lines_are_those_of_the_files() {
        const PARTS: &[Part] = &[Part { file: "a", text: "1\n2\n" }, Part { file: "b", text: "1\n2\n3\n" }];
        let shader = Shader { name: "ab", parts: PARTS };
        assert_eq!([1, 2, 3, 5].map(|line| shader.place(line)), [("a", 1), ("a", 2), ("b", 1), ("b", 3)]);
        assert_eq!(shader.place(6), ("ab", 6));
        assert_eq!(ALL.iter().filter(|shader| !shader.source().ends_with('\n')).count(), 0);
    }
}
