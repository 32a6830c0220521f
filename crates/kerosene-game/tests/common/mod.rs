//! What tests share.

pub mod chapter;
