//! Whether shaders have changed on disk.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Looks at a folder of shaders. Builds that are not for development have none.
#[derive(Debug)]
pub(crate) struct ShaderWatch {
    folder: Option<PathBuf>,
    newest: Option<SystemTime>,
}

impl ShaderWatch {
    /// Looks at the crate's own, where this is a development build on a machine that has them.
    pub(crate) fn new() -> Self {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
        Self::of(Some(own).filter(|_| cfg!(debug_assertions)))
    }

    fn of(folder: Option<PathBuf>) -> Self {
        let newest = folder.as_deref().and_then(newest);
        Self { folder, newest }
    }

    /// Whether a file was written since this was last asked.
    pub(crate) fn has_changed(&mut self) -> bool {
        let newest = self.folder.as_deref().and_then(newest);
        newest.is_some() && std::mem::replace(&mut self.newest, newest) != newest
    }
}

/// When a file of a folder was last written.
fn newest(folder: &Path) -> Option<SystemTime> {
    let files = std::fs::read_dir(folder).ok()?;
    files.filter_map(|file| file.ok()?.metadata().ok()?.modified().ok()).max()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use std::fs::{self, File};
    use std::time::Duration;

    #[test]
    fn a_file_that_is_written_is_noticed_once() {
        let folder = std::env::temp_dir().join(format!("kerosene-shaders-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.wgsl");
        fs::write(&file, "fn a() {}").unwrap();
        let mut watch = ShaderWatch::of(Some(folder.clone()));
        assert!(!watch.has_changed());
        let later = fs::metadata(&file).unwrap().modified().unwrap() + Duration::from_secs(2);
        File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
        assert_eq!([watch.has_changed(), watch.has_changed()], [true, false]);
        fs::remove_dir_all(&folder).unwrap();
        assert!(!watch.has_changed() && !ShaderWatch::of(None).has_changed());
    }
}
