//! What must hold between the rows of the services. A save is held to it before it is used, and so are tests.

/// What does not hold, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Damage(pub(crate) &'static str);

/// Fails with words where something does not hold.
pub(crate) fn ensure(holds: bool, otherwise: &'static str) -> Result<(), Damage> {
    if holds { Ok(()) } else { Err(Damage(otherwise)) }
}
