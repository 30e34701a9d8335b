//! The secret of a server that has none in its settings, kept in a file.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Reads the secret at `path`, or creates it: 256 random bits in hexadecimal that only the file's owner can read. Fails where the file
/// cannot be created, or holds less than a whole secret.
pub fn read_or_create(path: &Path) -> std::io::Result<String> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let secret = data_encoding::HEXLOWER.encode(&rand::random::<[u8; 32]>());
    // The secret is written to a draft first, so that another process never reads part of it.
    let draft = path.with_extension(format!("draft-{}", std::process::id()));
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    let linked = std::fs::hard_link(&draft, path);
    std::fs::remove_file(&draft)?;
    match linked {
        Ok(()) => Ok(secret),
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists => read(path),
        Err(cause) => Err(cause),
    }
}

fn read(path: &Path) -> std::io::Result<String> {
    let secret = std::fs::read_to_string(path)?.trim().to_owned();
    if secret.len() < 64 {
        let message = "the secret file is damaged: it holds less than 64 characters";
        return Err(std::io::Error::new(ErrorKind::InvalidData, message));
    }
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_secret_is_created_once_and_only_its_owner_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/secret");
        let made = read_or_create(&path).unwrap();
        assert_eq!(made.len(), 64);
        assert_eq!(read_or_create(&path).unwrap(), made);
        assert_eq!(
            std::fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }

    #[test]
    fn a_damaged_secret_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        std::fs::write(&path, "short").unwrap();
        assert!(read_or_create(&path).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "short");
    }
}
