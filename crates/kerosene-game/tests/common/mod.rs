//! What tests share.

#![allow(dead_code, reason = "each test binary uses its part")]
#![allow(clippy::print_stderr, reason = "tests")]

pub(crate) mod chapter;
pub(crate) mod level;
