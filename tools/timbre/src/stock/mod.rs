//! Sounds made by code.
