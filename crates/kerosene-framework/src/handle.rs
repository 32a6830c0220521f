//! Handles of what the services keep: a slot and its generation in one number, which is never 0.

use kerosene_world::{FieldKind, FieldType};

macro_rules! handles {
    ($($(#[$documentation:meta])* $name:ident,)+) => {
        $(
            $(#[$documentation])*
            ///
            /// A handle outlives what it names without harm: whoever is asked about one that is over does nothing and
            /// says so. It can be a field of a script, kept as a whole number; [`NONE`](Self::NONE) is 0 and names nothing.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
            #[repr(transparent)]
            pub struct $name(u64);

            impl $name {
                /// The handle of nothing.
                pub const NONE: Self = Self(0);

                /// The handle that [`to_bits`](Self::to_bits) gave.
                #[must_use]
                pub const fn from_bits(bits: u64) -> Self {
                    Self(bits)
                }

                /// The handle as a number: the generation in the upper half, the slot in the lower.
                #[must_use]
                pub const fn to_bits(self) -> u64 {
                    self.0
                }

                /// Whether it is the handle of nothing.
                #[must_use]
                pub const fn is_none(self) -> bool {
                    self.0 == 0
                }
            }

            impl FieldType for $name {
                const KIND: FieldKind = FieldKind::Int;

                fn load(bytes: &[u8]) -> Self {
                    Self(i64::load(bytes).cast_unsigned())
                }

                fn store(&self, bytes: &mut [u8]) {
                    self.0.cast_signed().store(bytes);
                }
            }
        )+
    };
}

handles! {
    /// A timer.
    TimerId,
    /// A tween.
    TweenId,
    /// A state machine.
    MachineId,
    /// A subscription to events.
    SubscriptionId,
}
