//! Nothing of its own: see `benches` and `tests`.
