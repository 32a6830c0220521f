//! The window around an engine.
