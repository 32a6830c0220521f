//! The words of the schema: what kinds of classes, keys and values there are.

use std::fmt;

/// Makes an enum whose variants are words of the schema text, with both directions.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_meta])* $variant,)* }

        impl $name {
            /// Every one, in the order of the declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word in a `.kdef` text.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// The one of that word, ASCII case ignored.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.word().eq_ignore_ascii_case(word))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// What gives an entity of the class its body in the editor.
    #[derive(Default)]
    ClassKind {
        /// A point: placed, never drawn with brushes.
        #[default]
        Point = "point",
        /// Made of brushes.
        Brush = "brush",
        /// Either.
        Any = "any",
    }
}

words! {
    /// What the engine makes of an entity's model.
    #[derive(Default)]
    ModelRole {
        /// Nothing: the entity is not seen.
        #[default]
        None = "none",
        /// A still model, or brushes that stay where they are.
        Static = "static",
        /// Brushes that move, push, carry and block.
        Mover = "mover",
        /// Brushes that only notice who is inside.
        Trigger = "trigger",
        /// A rigid body.
        Physics = "physics",
        /// A model with animations.
        Animated = "animated",
    }
}

words! {
    /// How an editor shows and checks the value of a key.
    #[derive(Default)]
    KeyKind {
        /// Any text.
        #[default]
        String = "string",
        /// A whole number.
        Int = "int",
        /// A number.
        Float = "float",
        /// 0 or 1.
        Bool = "bool",
        /// Three numbers.
        Vec3 = "vec3",
        /// Pitch, yaw and roll in degrees.
        Angles = "angles",
        /// Red, green and blue from 0 to 255, and sometimes a fourth for brightness.
        Color = "color",
        /// A name that this entity gives itself.
        TargetSource = "target_source",
        /// The name of another entity.
        TargetDestination = "target_destination",
        /// A material.
        Material = "material",
        /// A model.
        Model = "model",
        /// One of a list.
        Choices = "choices",
        /// Any of a list of bits.
        Flags = "flags",
    }
}

words! {
    /// What kind of value an input takes or an output brings.
    #[derive(Default)]
    ValueKind {
        /// None.
        #[default]
        None = "void",
        /// Truth.
        Bool = "bool",
        /// A whole number.
        Int = "int",
        /// A number.
        Float = "float",
        /// Text.
        Text = "string",
        /// A point or direction.
        Vector = "vec3",
        /// Pitch, yaw and roll in degrees.
        Angle = "angles",
        /// Another entity.
        Entity = "target_destination",
        /// Anything, taken as it comes.
        Any = "any",
    }
}

words! {
    /// How an editor draws what a class does in space.
    HelperKind {
        /// The model that a key names.
        Model = "model",
        /// The reach of a light.
        LightRadius = "lightradius",
        /// The cone of a spotlight.
        LightCone = "lightcone",
        /// A ball whose radius is a key.
        Sphere = "sphere",
        /// What a camera sees.
        Frustum = "frustum",
        /// An arrow along the angles.
        Direction = "direction",
        /// A line to another entity.
        Line = "line",
        /// A rectangle facing along the angles.
        Rect = "rect",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_back_as_what_it_is() {
        for &kind in KeyKind::ALL {
            assert_eq!(KeyKind::from_word(&kind.word().to_ascii_uppercase()), Some(kind));
        }
        assert_eq!(KeyKind::ALL.len(), 13);
        assert_eq!(HelperKind::ALL.len(), 8);
        assert_eq!(ValueKind::from_word("colour"), None);
    }
}
