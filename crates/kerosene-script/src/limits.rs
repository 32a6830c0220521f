//! What a script may use up. Whoever runs into one of these is stopped, named, and the level goes on.

/// Operations of one call, everything that it calls in turn included. An operation is a turn of a loop or the call of a
/// function, as long as what lies between two of them is short; long stretches, copies of arrays and maps, work on long
/// texts and sorting cost more, in proportion.
pub const MAX_OPERATIONS: u64 = 2_000_000;

/// Functions within functions.
pub const MAX_CALL_LEVELS: usize = 64;

/// Calls into scripts from within calls of scripts, as events within events bring about.
pub const MAX_NESTED_CALLS: u32 = 16;

/// Depth of expressions at the top of a file.
pub const MAX_EXPRESSION_DEPTH: usize = 128;

/// Depth of expressions in functions.
pub const MAX_FUNCTION_EXPRESSION_DEPTH: usize = 64;

/// Bytes of a text.
pub const MAX_STRING_BYTES: usize = 16 * 1024;

/// Values in an array, those of arrays in it included: each copy of it costs that much time.
pub const MAX_ARRAY_LENGTH: usize = 4096;

/// Values in a map of names, those of maps in it included.
pub const MAX_MAP_SIZE: usize = 512;

/// Variables at a time.
pub const MAX_VARIABLES: usize = 1024;

/// Functions of one file, and of all files of one map together.
pub const MAX_FUNCTIONS: usize = 4096;

/// Actions of one call: see [`ScriptAction`](crate::ScriptAction).
pub const MAX_ACTIONS: usize = 4096;

/// Bytes of a script file.
pub const MAX_SOURCE_BYTES: usize = 1024 * 1024;

/// Fields that one script declares.
pub const MAX_FIELDS: usize = 64;

/// Bytes of a field's name: longer ones would cost an allocation each time that they are used.
pub const MAX_FIELD_NAME: usize = 32;

/// Names of variables and fields that are kept ready, of all scripts together.
pub(crate) const KEPT_NAMES: usize = 64 * 1024;
