//! Names of textures.

use kerosene_asset::TextureName;
use kerosene_vfs::material_name;

/// The texture of ours that an image of another game becomes: without the folder of all textures and without extension.
///
/// ```
/// use kerosene_foreign::texture_name;
///
/// assert_eq!(texture_name("textures/sfx/Fire.tga").unwrap().as_str(), "sfx/fire");
/// assert_eq!(texture_name("*lava1").unwrap().as_str(), "#lava1");
/// ```
#[must_use]
pub fn texture_name(image: &str) -> Option<TextureName> {
    let path = material_name(image)?;
    let mut name = TextureName::new(path.as_str().strip_prefix("textures/").unwrap_or(path.as_str()))?;
    // A name such as `wall.tga.tga` is cut until it stays as it is: materials are written as text and read again.
    loop {
        let again = TextureName::new(name.as_str())?;
        if again == name {
            return Some(name);
        }
        name = again;
    }
}
