//! The secret of a server that has none in its settings, kept in a file, and beside it the one before while it is being replaced.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};

/// The length of a secret: 256 random bits in hexadecimal.
const SECRET_BYTES: usize = 64;

/// Where the secret is. Only the owner of the files can read them.
#[derive(Debug)]
pub struct SecretFile {
    current: PathBuf,
    old: PathBuf,
}

impl SecretFile {
    /// The secret at `path`; the one before it has `.old` behind its name.
    pub fn new(path: PathBuf) -> Self {
        let mut old = path.clone().into_os_string();
        old.push(".old");
        Self {
            current: path,
            old: old.into(),
        }
    }

    /// Whether there is a secret.
    pub fn exists(&self) -> bool {
        self.current.exists()
    }

    /// Reads the secret and the old one, or creates the first. Fails where a file cannot be created, or holds less than a whole secret.
    pub fn read_or_create(&self) -> Result<(String, Option<String>)> {
        match self.read() {
            Err(cause) if cause.kind() == ErrorKind::NotFound => self.create(),
            read => read,
        }
    }

    /// Creates the first secret, or reads that of a process that was faster.
    fn create(&self) -> Result<(String, Option<String>)> {
        let made = new_secret();
        let draft = self.draft(&made)?;
        let linked = std::fs::hard_link(&draft, &self.current);
        std::fs::remove_file(&draft)?;
        match linked {
            Ok(()) => {
                self.sync_folder()?;
                Ok((made, None))
            }
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => self.read(),
            Err(cause) => Err(cause),
        }
    }

    /// Lets no other process replace the secret before the lock is dropped; none while another one does.
    pub fn try_lock(&self) -> Result<Option<File>> {
        let folder = self.current.parent().unwrap_or(Path::new("."));
        let folder = File::open(folder)?;
        match folder.try_lock() {
            Ok(()) => Ok(Some(folder)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(Error::new(
                cause.kind(),
                format!("the folder of the secret cannot be locked: {cause}"),
            )),
        }
    }

    /// Makes a new secret beside the present one. A kill at any moment leaves at least the present one in its place.
    pub fn replace(&self) -> Result<()> {
        let (current, old) = self.read()?;
        if old.is_some() {
            return Err(Error::other("the secret is being replaced already"));
        }
        std::fs::rename(self.draft(&current)?, &self.old)?;
        self.sync_folder()?;
        std::fs::rename(self.draft(&new_secret())?, &self.current)?;
        self.sync_folder()
    }

    /// Deletes the old secret.
    pub fn drop_old(&self) -> Result<()> {
        match std::fs::remove_file(&self.old) {
            Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
            _ => self.sync_folder(),
        }
    }

    /// An old secret that is the present one is what a kill has left of a replacement: nothing was written with another one yet.
    fn read(&self) -> Result<(String, Option<String>)> {
        let current = read(&self.current)?;
        let old = match read(&self.old) {
            Err(cause) if cause.kind() == ErrorKind::NotFound => None,
            old => Some(old?).filter(|old| *old != current),
        };
        Ok((current, old))
    }

    /// Writes a secret to a file of its own first, so that another process never reads part of it. Its name is random, because processes
    /// in two containers may have the same id: one would write over the file that the other one has just linked.
    fn draft(&self, secret: &str) -> Result<PathBuf> {
        if let Some(folder) = self.current.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let name = format!("draft-{:016x}", rand::random::<u64>());
        let draft = self.current.with_extension(name);
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&draft)?;
        self.keep_owner(&file)?;
        file.write_all(secret.as_bytes())?;
        file.sync_all()?;
        Ok(draft)
    }

    /// The operator may replace the secret as root, and the server, which has a user of its own, must still read it.
    fn keep_owner(&self, draft: &File) -> Result<()> {
        match std::fs::metadata(&self.current) {
            Ok(present) if present.uid() != draft.metadata()?.uid() => {
                fchown(draft, Some(present.uid()), Some(present.gid()))
            }
            _ => Ok(()),
        }
    }

    /// A new name of a file survives a power failure once its folder is synced.
    fn sync_folder(&self) -> Result<()> {
        self.current
            .parent()
            .map_or(Ok(()), |folder| File::open(folder)?.sync_all())
    }
}

/// A new secret.
pub fn new_secret() -> String {
    data_encoding::HEXLOWER.encode(&rand::random::<[u8; SECRET_BYTES / 2]>())
}

fn read(path: &Path) -> Result<String> {
    let secret = std::fs::read_to_string(path)?.trim().to_owned();
    if secret.len() < SECRET_BYTES {
        let message = "the secret file is damaged: it holds less than 64 characters";
        return Err(Error::new(ErrorKind::InvalidData, message));
    }
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_secret_is_created_once_and_only_its_owner_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/secret");
        let file = SecretFile::new(path.clone());
        let (made, old) = file.read_or_create().unwrap();
        assert_eq!((made.len(), old), (64, None));
        assert_eq!(file.read_or_create().unwrap(), (made, None));
        assert_eq!(mode(&path), 0o600);
    }

    /// Both have linked their drafts before either removes its own.
    #[test]
    fn two_processes_with_the_same_id_get_the_same_secret() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        let other = path.with_extension(format!("draft-{}", std::process::id()));
        let made = new_secret();
        std::fs::write(&other, &made).unwrap();
        std::fs::hard_link(&other, &path).unwrap();
        let file = SecretFile::new(path);
        assert_eq!(file.create().unwrap(), (made.clone(), None));
        assert_eq!(file.read_or_create().unwrap(), (made, None));
    }

    #[test]
    fn a_secret_that_root_replaces_still_belongs_to_the_servers_user() {
        let folder = tempfile::tempdir().unwrap();
        let file = SecretFile::new(folder.path().join("secret"));
        file.read_or_create().unwrap();
        if std::os::unix::fs::chown(&file.current, Some(65_534), Some(65_534)).is_err() {
            // Only root can give a file away.
            return;
        }
        file.replace().unwrap();
        for path in [&file.current, &file.old] {
            let made = std::fs::metadata(path).unwrap();
            assert_eq!((made.uid(), made.gid()), (65_534, 65_534));
        }
    }

    #[test]
    fn a_damaged_secret_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        std::fs::write(&path, "short").unwrap();
        let file = SecretFile::new(path.clone());
        assert!(file.read_or_create().is_err());
        assert!(file.replace().is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "short");
    }

    #[test]
    fn a_secret_is_replaced_once_and_the_old_one_stays_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = SecretFile::new(folder.path().join("secret"));
        let (first, _) = file.read_or_create().unwrap();
        // A kill in the middle of a replacement.
        std::fs::copy(&file.current, &file.old).unwrap();
        assert_eq!(file.read_or_create().unwrap(), (first.clone(), None));
        file.replace().unwrap();
        let (second, old) = file.read_or_create().unwrap();
        assert_ne!(first, second);
        assert_eq!(old, Some(first));
        assert_eq!((mode(&file.current), mode(&file.old)), (0o600, 0o600));
        assert!(file.replace().is_err(), "one replacement at a time");
        file.drop_old().unwrap();
        assert_eq!(file.read_or_create().unwrap(), (second, None));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
