//! The base content: what is there when nothing else is.

use kerosene_vfs::{Vault, Vfs};

/// The built-in room, loaded where no map is named. Its source is `base/maps/kerosene_room.kmap`.
pub const FALLBACK_MAP: &str = "kerosene_room";

/// Name of the base content among the layers, for messages.
pub const BASE_LAYER: &str = "the built-in base content";

/// Adds the base content below all layers so far: the built-in room, developer and tool textures with
/// their materials, props and sounds. A file
/// of the same path in any layer above takes its place.
///
/// ```
/// use kerosene_vfs::Vfs;
///
/// let mut vfs = Vfs::new();
/// kerosene_engine::mount_base_content(&mut vfs);
/// assert!(vfs.exists("maps/kerosene_room.kbsp")? && vfs.exists("materials/dev/grid.ktex")?);
/// # Ok::<(), kerosene_vfs::VfsError>(())
/// ```
pub fn mount_base_content(vfs: &mut Vfs) {
    // The archive is part of the program; a test opens it, and CI makes it anew and compares.
    let vault = Vault::from_bytes(&ARCHIVE.0).expect("the archive that is built in");
    vfs.mount_vault(BASE_LAYER, vault);
}

/// Aligned as the archive wants its contents, so that what is stored as it is can be read in place.
#[repr(C, align(16))]
struct Aligned<T: ?Sized>(T);

static ARCHIVE: &Aligned<[u8]> = &Aligned(*include_bytes!("../base/base.vault"));

#[cfg(test)]
mod tests {
    use super::*;
    use kerosene_vfs::Access;

    #[test]
    fn what_is_built_in_is_whole() {
        let vault = Vault::from_bytes(&ARCHIVE.0).expect("the archive");
        assert_eq!(vault.damaged().count(), 0);
        for path in [
            "maps/kerosene_room.kbsp",
            "materials/dev/wall.ktex",
            "materials/tools/clip.kmat_c",
            "materials/ui/font.ktex",
        ] {
            assert!(vault.contains(path), "{path}");
        }
    }

    #[test]
    fn a_game_s_file_of_the_same_path_wins() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("materials/dev/wall.ktex");
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, b"the game's").expect("a file");
        let mut vfs = Vfs::new();
        vfs.mount_folder(folder.path(), Access::ReadOnly);
        mount_base_content(&mut vfs);
        assert_eq!(&*vfs.read("materials/dev/wall.ktex").expect("the file"), b"the game's");
        assert!(vfs.read("materials/dev/floor.ktex").expect("the file").starts_with(b"KTEX"));
    }
}
