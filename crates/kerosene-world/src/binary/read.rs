//! From bytes to a world.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::cursor::Cursor;
use super::{MAGIC, VERSION};
use crate::{
    ComponentDecl, ComponentId, Entity, FieldKind, FieldType, Interner, PageStore, ReadLimits, Schema, SchemaError,
    TextError, TextId, World,
};

/// What is wrong with a world's bytes, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {problem}")]
pub struct BinaryError {
    /// The offset from the first byte.
    pub offset: usize,
    /// What is wrong there.
    pub problem: BinaryProblem,
}

/// What can be wrong with a world's bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BinaryProblem {
    /// They are something else.
    #[error("this is no world: it does not begin with KWLD")]
    Magic,
    /// They are of another version of this format.
    #[error("the world is of version {0}, and this reads version {VERSION}")]
    Version(u32),
    /// They were changed or cut off.
    #[error("the world is damaged: its checksum does not match")]
    Checksum,
    /// They end in the middle of something.
    #[error("the world ends in the middle of {0}")]
    Truncated(&'static str),
    /// There is more after the end.
    #[error("{0} bytes follow the world's end")]
    Trailing(usize),
    /// Bytes that should be UTF-8.
    #[error("{0} is not UTF-8")]
    NotText(&'static str),
    /// A field kind that there is not.
    #[error("there is no field kind {0}")]
    FieldKind(u8),
    /// Component kinds that no schema can have.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// Component kinds other than expected.
    #[error("component kind {0} is {1}, expected {2}")]
    OtherSchema(usize, String, String),
    /// More slots than the reader's limits allow.
    #[error("{0} slots are more than the {1} that the reader was told to allow")]
    TooManySlots(u32, u32),
    /// A text that cannot be kept.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A text whose id does not belong to it, or comes too late.
    #[error("text id {0:016x} does not belong to its text or is out of order")]
    TextId(u64),
    /// A generation that no slot has.
    #[error("slot {0} has generation {1}")]
    Generation(u32, u32),
    /// A bit for a slot that there is not.
    #[error("a slot beyond the last is said to be alive")]
    Padding,
    /// A slot that is said to be free and is not, or twice.
    #[error("slot {0} cannot be free: it is alive, used up, unknown, or free already")]
    NotFree(u32),
    /// A slot that is neither alive nor free though generations are left.
    #[error("{0} slots are neither alive nor free")]
    Lost(usize),
    /// A component of no living entity, or out of order.
    #[error("a {0} of slot {1}, which is out of order or not alive")]
    Holder(String, u32),
    /// A value that its field cannot have.
    #[error("the {0} of slot {1} has a value that no {2} field has")]
    Value(String, u32, &'static str),
}

impl World {
    /// Reads the binary form back, with the component kinds that it was written with. The kinds know no Rust
    /// types, and of their fields no more than name and kind.
    ///
    /// # Errors
    /// [`BinaryError`] for the first thing that is wrong. Damage is found by the checksum before anything is believed;
    /// bytes that were made to match it are checked all the same, and memory stays in proportion to them.
    pub fn from_bytes(bytes: &[u8], limits: &ReadLimits) -> Result<World, BinaryError> {
        let mut cursor = open(bytes)?;
        let schema = read_schema(&mut cursor)?;
        read_world(cursor, &Arc::new(schema), limits)
    }

    /// As [`World::from_bytes`], for a schema that the kinds have to match in names and field kinds.
    ///
    /// # Errors
    /// As there, and [`BinaryProblem::OtherSchema`] for the first kind that differs.
    pub fn from_bytes_as(
        schema: impl Into<Arc<Schema>>,
        bytes: &[u8],
        limits: &ReadLimits,
    ) -> Result<World, BinaryError> {
        let schema = schema.into();
        let mut cursor = open(bytes)?;
        let written = read_schema(&mut cursor)?;
        if let Some((index, found, expected)) = written.first_difference(&schema) {
            return Err(cursor.error(BinaryProblem::OtherSchema(index, found, expected)));
        }
        read_world(cursor, &schema, limits)
    }
}

/// Checks what stands around the content.
fn open(bytes: &[u8]) -> Result<Cursor<'_>, BinaryError> {
    let error = |offset, problem| Err(BinaryError { offset, problem });
    if !bytes.starts_with(MAGIC) {
        return error(0, BinaryProblem::Magic);
    }
    let mut cursor = Cursor::new(bytes);
    cursor.take(MAGIC.len(), "the magic")?;
    let version = cursor.u32("the version")?;
    if version != VERSION {
        return error(MAGIC.len(), BinaryProblem::Version(version));
    }
    let Some((content, checksum)) =
        bytes.split_last_chunk::<8>().filter(|(content, _)| content.len() >= cursor.offset())
    else {
        return Err(cursor.error(BinaryProblem::Truncated("the checksum")));
    };
    if xxhash_rust::xxh3::xxh3_64(content) != u64::from_le_bytes(*checksum) {
        return error(content.len(), BinaryProblem::Checksum);
    }
    let mut inner = Cursor::new(content);
    inner.take(cursor.offset(), "the head")?;
    Ok(inner)
}

fn read_schema(cursor: &mut Cursor<'_>) -> Result<Schema, BinaryError> {
    let mut builder = Schema::builder();
    for _ in 0..cursor.u8("the number of kinds")? {
        let length = cursor.u8("a kind's name")?;
        let mut decl = ComponentDecl::new(cursor.str(length.into(), "a kind's name")?.to_owned());
        for _ in 0..cursor.u8("a kind's fields")? {
            let length = cursor.u8("a field's name")?;
            let name = cursor.str(length.into(), "a field's name")?.to_owned();
            let number = cursor.u8("a field's kind")?;
            let Some(kind) = FieldKind::ALL.get(usize::from(number)) else {
                return Err(cursor.error(BinaryProblem::FieldKind(number)));
            };
            decl = decl.field(name, *kind);
        }
        builder = builder.declare(decl);
    }
    builder.build().map_err(|error| cursor.error(error.into()))
}

fn read_world(mut cursor: Cursor<'_>, schema: &Arc<Schema>, limits: &ReadLimits) -> Result<World, BinaryError> {
    let mut world = World::new_in(Arc::clone(schema), &PageStore::new());
    world.set_tick(cursor.u64("the tick")?);
    read_texts(&mut cursor, &mut world.state.texts)?;
    read_slots(&mut cursor, &mut world, limits)?;
    for (component, _) in schema.kinds() {
        read_components(&mut cursor, &mut world, schema, component)?;
    }
    match cursor.left() {
        0 => Ok(world),
        left => Err(cursor.error(BinaryProblem::Trailing(left))),
    }
}

fn read_texts(cursor: &mut Cursor<'_>, texts: &mut Interner) -> Result<(), BinaryError> {
    let mut last = 0;
    for _ in 0..cursor.u32("the number of texts")? {
        let id = cursor.u64("a text's id")?;
        let length = cursor.u16("a text's length")?;
        let text = cursor.str(length.into(), "a text")?;
        // Ids come in order, so what a text had to give way to is there before it.
        if id <= last || texts.id_to_come(text) != Some(TextId::from_bits(id)) {
            return Err(cursor.error(BinaryProblem::TextId(id)));
        }
        texts.add(TextId::from_bits(id), text).map_err(|error| cursor.error(error.into()))?;
        last = id;
    }
    Ok(())
}

fn read_slots(cursor: &mut Cursor<'_>, world: &mut World, limits: &ReadLimits) -> Result<(), BinaryError> {
    let count = cursor.u32("the number of slots")?;
    if count > limits.max_slots.min(u32::MAX - 2) {
        return Err(cursor.error(BinaryProblem::TooManySlots(count, limits.max_slots)));
    }
    let generations = cursor.take(count as usize * 4, "the generations")?;
    let alive = cursor.take((count as usize).div_ceil(8), "the living slots")?;
    if count % 8 != 0 && alive.last().is_some_and(|last| last >> (count % 8) != 0) {
        return Err(cursor.error(BinaryProblem::Padding));
    }
    let slots = &mut world.state.slots;
    // Free slots are those that are left to be queued; a slot at its last generation may also be used up.
    let (mut left, mut used_up) = (0, 0);
    for (slot, generation) in (0..count).zip(generations.chunks_exact(4)) {
        let generation = u32::from_le_bytes(generation.first_chunk().copied().unwrap_or_default());
        let living = alive[(slot / 8) as usize] >> (slot % 8) & 1 != 0;
        let Some(generation) = NonZeroU32::new(generation).filter(|generation| living || generation.get() > 1) else {
            return Err(cursor.error(BinaryProblem::Generation(slot, generation)));
        };
        slots.push(generation, living);
        left += usize::from(!living);
        used_up += usize::from(!living && generation == NonZeroU32::MAX);
    }
    for _ in 0..cursor.u32("the number of free slots")? {
        let slot = cursor.u32("a free slot")?;
        if !slots.queue(slot) {
            return Err(cursor.error(BinaryProblem::NotFree(slot)));
        }
        left -= 1;
        used_up -= usize::from(slots.generation(slot) == Some(u32::MAX));
    }
    if left > used_up {
        return Err(cursor.error(BinaryProblem::Lost(left - used_up)));
    }
    Ok(())
}

fn read_components(
    cursor: &mut Cursor<'_>,
    world: &mut World,
    schema: &Schema,
    component: ComponentId,
) -> Result<(), BinaryError> {
    let Some(kind) = schema.kind(component) else { return Ok(()) };
    let mut next = 0;
    for _ in 0..cursor.u32("the number of components")? {
        let slot = cursor.u32("a component's slot")?;
        let bytes = cursor.take(kind.size(), "a component")?;
        let living = world.entity_in(slot).filter(|_| slot >= next);
        let Some(entity) = living else {
            return Err(cursor.error(BinaryProblem::Holder(kind.name().to_owned(), slot)));
        };
        for field in 0..kind.fields().len() {
            let Some((field_kind, range)) = kind.place(field) else { continue };
            if !is_canonical(field_kind, &bytes[range], &world.state.texts) {
                let name = kind.name().to_owned();
                return Err(cursor.error(BinaryProblem::Value(name, slot, field_kind.name())));
            }
        }
        world.attach_bytes(entity, component, bytes);
        next = slot + 1;
    }
    Ok(())
}

/// Whether bytes are what a value of the kind is stored as.
fn is_canonical(kind: FieldKind, bytes: &[u8], texts: &Interner) -> bool {
    match kind {
        FieldKind::Bool => bytes.iter().all(|byte| *byte <= 1),
        FieldKind::Entity => Option::<Entity>::load(bytes).is_some() || bytes.iter().all(|byte| *byte == 0),
        FieldKind::Text => texts.resolve(TextId::load(bytes)).is_some(),
        FieldKind::Int | FieldKind::Fixed | FieldKind::Float | FieldKind::Vec3 => true,
    }
}
