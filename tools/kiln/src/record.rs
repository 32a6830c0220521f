//! What was made of what: the memory between builds.

use kerosene_container::{ContainerError, SectionReader, put_text};
use kerosene_vfs::vault::ContentHash;

/// Longest text of a record, in bytes.
const MAX_TEXT: usize = 4096;

/// A file that was read, or looked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Input {
    /// Its path below the project's folder.
    pub(crate) path: String,
    /// Its content; nothing where it was not there.
    pub(crate) hash: Option<ContentHash>,
}

/// A file that was made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Made {
    /// Its path below the project's folder.
    pub(crate) path: String,
    pub(crate) hash: ContentHash,
}

/// What a step was done with, and what came out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Record {
    /// Name and version of the tool.
    pub(crate) tool: String,
    /// The options and the names of what was compiled.
    pub(crate) arguments: Vec<String>,
    /// Files that the result depends on: the source first, then what the stage told that it had read.
    pub(crate) inputs: Vec<Input>,
    /// Properties of other results that were read, by what they are of. They change less often than the files do.
    pub(crate) facts: Vec<Input>,
    /// The result first, then what lies beside it.
    pub(crate) outputs: Vec<Made>,
    /// Whether the stage found errors in the source and made something to look at all the same.
    pub(crate) failed: bool,
}

impl Record {
    /// Whether it is of a map that leaks.
    pub(crate) fn leaks(&self) -> bool {
        self.outputs.iter().any(|made| made.path.ends_with(".kleak"))
    }

    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        put_text(out, &self.tool);
        put_count(out, self.arguments.len());
        self.arguments.iter().for_each(|argument| put_text(out, argument));
        put_inputs(out, &self.inputs);
        put_inputs(out, &self.facts);
        put_count(out, self.outputs.len());
        for made in &self.outputs {
            put_text(out, &made.path);
            out.extend_from_slice(&made.hash.0);
        }
        out.push(u8::from(self.failed));
    }

    pub(crate) fn read(reader: &mut SectionReader<'_>) -> Result<Self, ContainerError> {
        let tool = reader.text(MAX_TEXT, "a tool")?.to_owned();
        let count = reader.count(4, "the arguments")?;
        let mut arguments = Vec::with_capacity(count);
        for _ in 0..count {
            arguments.push(reader.text(MAX_TEXT, "an argument")?.to_owned());
        }
        let inputs = read_inputs(reader)?;
        let facts = read_inputs(reader)?;
        let count = reader.count(4 + 32, "the results")?;
        let mut outputs = Vec::with_capacity(count);
        for _ in 0..count {
            let path = reader.text(MAX_TEXT, "a path")?.to_owned();
            if !is_below(&path) {
                return Err(reader.error("a result outside the project"));
            }
            outputs.push(Made { path, hash: ContentHash(reader.array("a hash")?) });
        }
        let failed = reader.u8("whether it failed")? != 0;
        Ok(Self { tool, arguments, inputs, facts, outputs, failed })
    }
}

/// Whether a path names a file below the folder that it is relative to. Records may come from a shared folder or a stranger's
/// archive, and what they name as results is written and removed.
fn is_below(path: &str) -> bool {
    !path.contains(['\\', '\0', ':']) && path.split('/').all(|name| !matches!(name, "" | "." | ".."))
}

fn put_count(out: &mut Vec<u8>, count: usize) {
    out.extend_from_slice(&(count as u32).to_le_bytes());
}

pub(crate) fn put_inputs(out: &mut Vec<u8>, inputs: &[Input]) {
    put_count(out, inputs.len());
    for input in inputs {
        put_text(out, &input.path);
        out.push(u8::from(input.hash.is_some()));
        out.extend_from_slice(&input.hash.map_or([0; 32], |hash| hash.0));
    }
}

fn read_inputs(reader: &mut SectionReader<'_>) -> Result<Vec<Input>, ContainerError> {
    let count = reader.count(4 + 1 + 32, "the files read")?;
    let mut inputs = Vec::with_capacity(count);
    for _ in 0..count {
        let path = reader.text(MAX_TEXT, "a path")?.to_owned();
        let present = match reader.u8("whether a file was there")? {
            0 => false,
            1 => true,
            _ => return Err(reader.error("neither there nor absent")),
        };
        let hash = ContentHash(reader.array("a hash")?);
        inputs.push(Input { path, hash: present.then_some(hash) });
    }
    Ok(inputs)
}
