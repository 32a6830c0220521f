//! Source's materials: `.vmt`.
//!
//! [`kerosene_asset::Material`] reads Source's keys itself, since authors write them out of habit. What is here is the rest:
//! files that say only what they change of another (`patch` with `include`), keys for some machines only, and text that is
//! no UTF-8.

use crate::ForeignError;
use kerosene_asset::Material;
use kerosene_kv::{Block, Document, Limits, Lookup, Node, Pair, ReadOptions, Writer};

/// Most files that include each other.
const MAX_INCLUDES: usize = 8;
/// Longest text, in bytes, and most keys.
const LIMITS: (usize, usize) = (1 << 20, 20_000);

/// Reads a material of Source. `include` gives the text of the material at a path such as `materials/brick/wall.vmt`.
///
/// # Errors
/// It is no `KeyValues`, includes what is not there or too much, or has a value that its key cannot have.
///
/// ```
/// use kerosene_foreign::read_vmt;
///
/// let wall = b"LightmappedGeneric { $basetexture brick/wall $surfaceprop brick }";
/// let patch = b"patch { include \"materials/wall.vmt\" insert { $alphatest 1 } }";
/// let material = read_vmt(patch, &mut |_| Some(wall.to_vec()))?;
/// assert_eq!(material.base_texture.unwrap().as_str(), "brick/wall");
/// assert_eq!(material.blending, kerosene_asset::Blending::AlphaTest);
/// # Ok::<(), kerosene_foreign::ForeignError>(())
/// ```
pub fn read_vmt(bytes: &[u8], include: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> Result<Material, ForeignError> {
    let (mut text, mut changes) = (cleaned(bytes), Vec::new());
    for _ in 0..MAX_INCLUDES {
        let (bytes, nodes) = LIMITS;
        let limits = Limits { input_bytes: bytes, nodes, ..Limits::default() };
        let document = Document::parse_with(&text, &ReadOptions { limits, ..ReadOptions::verbatim() })?;
        let Some(block) = first_block(&document) else {
            return Err(ForeignError::NotOfFormat { format: "material of Source (VMT)" });
        };
        if !block.name.eq_ignore_ascii_case("patch") {
            return material(block, &changes);
        }
        // The outermost file has the last word, so its changes come last.
        let mut own = changed(block);
        own.append(&mut changes);
        changes = own;
        let path = block.get("include").unwrap_or_default().replace('\\', "/").to_ascii_lowercase();
        let missing = || ForeignError::Line { line: block.position.line, what: format!("`{path}` is not there") };
        text = cleaned(&include(&path).ok_or_else(missing)?);
    }
    Err(ForeignError::Unsupported { what: format!("a material that includes more than {MAX_INCLUDES} others") })
}

/// Text without conditions for machines (`[$X360]`) at the ends of lines, which `KeyValues` has no word for.
fn cleaned(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let line = |line: &str| {
        let end = line.trim_end();
        let at = end
            .rfind('[')
            .filter(|at| end.ends_with(']') && end[*at..].trim_start_matches(['[', '!']).starts_with('$'));
        match at {
            Some(at) if applies(&end[at..]) => format!("{}\n", &end[..at]),
            Some(_) => "\n".to_owned(),
            None => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

/// Whether a condition for machines, such as `[$WIN32]` or `[!$X360]`, holds on a computer.
fn applies(condition: &str) -> bool {
    let is_computer = ["WIN32", "WINDOWS", "LINUX", "OSX", "POSIX"].iter().any(|name| condition.contains(name));
    is_computer != condition.starts_with("[!")
}

fn first_block<'d, 'a>(document: &'d Document<'a>) -> Option<&'d Block<'a>> {
    document.nodes.iter().find_map(|node| match node {
        Node::Block(block) => Some(block),
        Node::Pair(_) => None,
    })
}

/// The pairs that a patch puts in or changes.
fn changed(block: &Block<'_>) -> Vec<(String, String)> {
    let blocks = block.blocks("insert").chain(block.blocks("replace"));
    blocks.flat_map(|block| block.pairs().map(owned)).collect()
}

fn owned(pair: &Pair<'_>) -> (String, String) {
    (pair.key.to_string(), pair.value.to_string())
}

/// Whether a block holds keys for the machines of today: `>=dx90`, but not `<dx90`.
fn is_for_today(name: &str) -> bool {
    name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(">=dx"))
        || name.to_ascii_lowercase().starts_with(">dx")
}

/// The material of a block with changes, by way of its text.
fn material(block: &Block<'_>, changes: &[(String, String)]) -> Result<Material, ForeignError> {
    let own = block.pairs().map(owned);
    let today = block.nodes.iter().filter_map(|node| match node {
        Node::Block(inner) if is_for_today(&inner.name) => Some(inner.pairs().map(owned)),
        _ => None,
    });
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (key, value) in own.chain(today.flatten()).chain(changes.iter().cloned()) {
        pairs.retain(|(known, _)| !known.eq_ignore_ascii_case(&key));
        pairs.push((key, value));
    }
    let mut writer = Writer::new();
    // A shader that is not known is drawn as most are.
    writer.open(if is_known_shader(&block.name) { &block.name } else { "LightmappedGeneric" });
    pairs.iter().for_each(|(key, value)| writer.pair(key, value));
    let text = writer.finish();
    let (material, _notes) = Material::parse("", &text).map_err(|errors| {
        let what = errors.iter().next().map(|error| error.message.clone()).unwrap_or_default();
        ForeignError::Line { line: block.position.line, what }
    })?;
    // Keys without a meaning here belong to the source.
    Ok(Material { other: String::new(), ..material })
}

fn is_known_shader(name: &str) -> bool {
    Material::parse("", &format!("\"{name}\" {{ }}")).is_ok()
}
