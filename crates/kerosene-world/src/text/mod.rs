//! The text form: the whole world for people, tests and comparison.
//!
//! ```text
//! tick 0
//! slots 2
//! entity @0#1
//! position x=2 y=3
//! entity @1#4
//! door speed=1.5 open=true owner=@0#1 axis=(0 0 1) name="front \"door\""
//! asleep
//! ```
//!
//! The current tick, the number of slots ever used, then every living entity in slot order with its components in
//! declared order. Equal worlds give equal text. What it does not show is lost on the way back: the generations
//! and the order of free slots. A reader takes them to have been used once, and to be used again in
//! slot order. The [binary form](crate::State::to_bytes) carries all.
//!
//! | kind | written as |
//! |---|---|
//! | int | decimal |
//! | fixed | decimal, as many digits as tell it from its neighbours |
//! | bool | `true` or `false` |
//! | entity | `@slot#generation`, or `none` |
//! | float | the shortest decimal that reads back; `inf`, `-inf`; `nan:` and eight hexadecimal digits |
//! | vec3 | three floats in parentheses |
//! | text | in quotation marks, with `\"`, `\\`, `\n`, `\r`, `\t` and `\u{...}` for other control characters |

mod read;
mod scan;
mod write;

pub use read::{TextFormError, TextFormProblem};
