//! Leftovers of interrupted uploads in a folder, for example after a kill: the store names them with a `#`.

use std::io;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use crate::domain::clock::Millis;

/// Removes those of before a time.
pub(super) fn remove(folder: &Path, before: Millis) -> io::Result<()> {
    let before = UNIX_EPOCH + Duration::from_millis(u64::try_from(before).unwrap_or(0));
    let Ok(folders) = std::fs::read_dir(folder) else {
        // Nothing was stored yet.
        return Ok(());
    };
    for folder in folders {
        for file in std::fs::read_dir(folder?.path())? {
            let file = file?;
            let is_staged = file.file_name().to_string_lossy().contains('#');
            if is_staged && file.metadata()?.modified()? < before {
                std::fs::remove_file(file.path())?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_old_leftovers_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let objects = folder.path().join("ab");
        std::fs::create_dir(&objects).unwrap();
        for name in ["whole", "cut#1"] {
            std::fs::write(objects.join(name), "bytes").unwrap();
        }
        let left = || std::fs::read_dir(&objects).unwrap().count();
        remove(folder.path(), 1_000).unwrap();
        assert_eq!(left(), 2, "they are new");
        remove(folder.path(), Millis::MAX).unwrap();
        assert!(objects.join("whole").exists());
        assert_eq!(left(), 1);
        assert!(remove(&folder.path().join("none"), 0).is_ok());
    }
}
