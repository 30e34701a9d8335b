//! The names of objects, which are random.

use object_store::path::Path;
use uuid::Uuid;

/// Where an object is: in one of 256 folders, so that none gets very long.
pub(super) fn path(prefix: &Path, name: Uuid) -> Path {
    let name = name.simple().to_string();
    let (folder, rest) = name.split_at(2);
    Path::from(format!("{prefix}/{folder}/{rest}"))
}

/// The name of an object from its path; none for what this server did not store.
pub(super) fn name_of(path: &Path) -> Option<Uuid> {
    let text = path.as_ref();
    let (rest, end) = text.rsplit_once('/')?;
    let (_, folder) = rest.rsplit_once('/')?;
    Uuid::try_parse(&format!("{folder}{end}")).ok()
}
