//! The files of a material, from the name that maps call it by.

use crate::VirtualPath;

/// The path of a material's files below `materials/`, without extension, from its name in a map or archive. `None` where
/// nothing of the name can be a path.
///
/// Maps of other games have names that not every file system can hold, so this is the one place that says what their files
/// are called; whoever makes, finds or loads a material asks here.
///
/// | in the name | in the path |
/// |---|---|
/// | letters `A` to `Z` | lower case |
/// | `\` | `/` |
/// | `*`, a liquid of Quake | `#`, as Quake's engines call files of their own for it |
/// | `?` `"` `<` `>` `\|` `:`, control characters, a part's last dot or space | `_` |
/// | empty parts, `.`, `..` | left out |
/// | anything else, so `+0button`, `{fence`, `!water`, `~light`, `-0grass` | as it is |
///
/// ```
/// use kerosene_vfs::material_name;
///
/// let path = |name: &str| material_name(name).map(|path| path.to_string());
/// assert_eq!(path("*Lava1").as_deref(), Some("#lava1"));
/// assert_eq!(path("e1u1\\Metal:1").as_deref(), Some("e1u1/metal_1"));
/// assert_eq!(path("{fence").as_deref(), Some("{fence"));
/// assert_eq!(path("../../secret").as_deref(), Some("secret"));
/// assert_eq!(path(".."), None);
/// ```
#[must_use]
pub fn material_name(name: &str) -> Option<VirtualPath> {
    let character = |c: char| match c {
        '*' => '#',
        '?' | '"' | '<' | '>' | '|' | ':' => '_',
        c if c.is_control() => '_',
        c => c,
    };
    let name: String = name.chars().map(character).collect();
    let parts = name.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."));
    let whole = |part: &str| match part.strip_suffix(['.', ' ']) {
        Some(rest) => format!("{rest}_"),
        None => part.to_owned(),
    };
    let path = parts.map(whole).collect::<Vec<_>>().join("/");
    VirtualPath::new(&path).ok().filter(|path| !path.is_root())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_name_gives_a_normal_path_that_gives_itself(name in any::<String>()) {
            if let Some(path) = material_name(&name) {
                prop_assert!(VirtualPath::is_normal(path.as_str()));
                prop_assert_eq!(material_name(path.as_str()), Some(path));
            }
        }
    }
}
