//! The base content: what is there when nothing else is.

use kerosene_vfs::BuiltinFile;

/// The built-in room, loaded where no map is named. Its source is `base/maps/kerosene_room.kmap`.
pub const FALLBACK_MAP: &str = "kerosene_room";

/// Name of the base content among the layers, for messages.
pub const BASE_LAYER: &str = "the built-in base content";

/// Files compiled into the engine; they lie under every other layer.
pub static BASE_CONTENT: &[BuiltinFile] = &[BuiltinFile { path: "maps/kerosene_room.kbsp", bytes: &ROOM.0 }];

/// Aligned as the records of a compiled map want it, so that they are read in place.
#[repr(C, align(16))]
struct Aligned<T: ?Sized>(T);

static ROOM: &Aligned<[u8]> = &Aligned(*include_bytes!("../base/maps/kerosene_room.kbsp"));
