//! The storage of the payment emulator: in memory, and in a journal that survives the process.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use data_encoding::BASE64_NOPAD;
use serde::{Deserialize, Serialize};

use super::objects::{Intent, Session};
use crate::crypto::seal::Sealer;

/// The payments.
///
/// Each change is one sealed line of the journal, synced before the response. Of several lines for one object the last counts;
/// half a line at the end belongs to a change that was never confirmed.
#[derive(Debug)]
pub struct Store {
    state: Mutex<State>,
    sealer: Sealer,
}

#[derive(Debug)]
struct State {
    journal: File,
    intents: HashMap<String, Intent>,
    sessions: HashMap<String, Session>,
    /// Idempotency key -> id of the object that it created.
    keys: HashMap<String, String>,
}

#[derive(Debug, Serialize, Deserialize)]
enum JournalEntry {
    Intent(Box<Intent>),
    Session(Box<Session>),
    Key(String, String),
}

const PLACE: &[&[u8]] = &[b"sandbox journal"];

impl Store {
    /// Reads the journal at `path`, or creates it. Lines that do not open with the key are ignored.
    pub fn open(path: &Path, key: &[u8; 32]) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let sealer = Sealer::new(key);
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => String::new(),
            Err(cause) => return Err(cause),
        };
        let mut journal = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            // The next line must not be appended to half a line.
            journal.write_all(b"\n")?;
        }
        let mut state = State {
            journal,
            intents: HashMap::new(),
            sessions: HashMap::new(),
            keys: HashMap::new(),
        };
        for line in text.lines().filter_map(|line| read(&sealer, line)) {
            state.apply(line);
        }
        Ok(Self {
            state: Mutex::new(state),
            sealer,
        })
    }

    pub(super) fn intent(&self, id: &str) -> Option<Intent> {
        self.lock().intents.get(id).cloned()
    }

    pub(super) fn session(&self, id: &str) -> Option<Session> {
        self.lock().sessions.get(id).cloned()
    }

    /// Every payment intent, newest first.
    pub(super) fn intents(&self) -> Vec<Intent> {
        let mut all: Vec<Intent> = self.lock().intents.values().cloned().collect();
        all.sort_by_key(|intent| std::cmp::Reverse(intent.created));
        all
    }

    /// The object that an earlier request with this idempotency key created.
    pub(super) fn created_with(&self, key: &str) -> Option<String> {
        self.lock().keys.get(key).cloned()
    }

    pub(super) fn put_intent(&self, intent: &Intent) -> io::Result<()> {
        self.write(JournalEntry::Intent(Box::new(intent.clone())))
    }

    pub(super) fn put_session(&self, session: &Session) -> io::Result<()> {
        self.write(JournalEntry::Session(Box::new(session.clone())))
    }

    pub(super) fn put_key(&self, key: &str, id: &str) -> io::Result<()> {
        self.write(JournalEntry::Key(key.to_owned(), id.to_owned()))
    }

    /// Changes an intent atomically if `change` returns true. Returns the intent after that, and whether it was changed.
    pub(super) fn change_intent(
        &self,
        id: &str,
        change: impl FnOnce(&mut Intent) -> bool,
    ) -> io::Result<Option<(Intent, bool)>> {
        let mut state = self.lock();
        let Some(mut intent) = state.intents.get(id).cloned() else {
            return Ok(None);
        };
        let is_changed = change(&mut intent);
        if is_changed {
            state.write(&self.sealer, JournalEntry::Intent(Box::new(intent.clone())))?;
        }
        Ok(Some((intent, is_changed)))
    }

    /// The same for a session.
    pub(super) fn change_session(
        &self,
        id: &str,
        change: impl FnOnce(&mut Session) -> bool,
    ) -> io::Result<Option<(Session, bool)>> {
        let mut state = self.lock();
        let Some(mut session) = state.sessions.get(id).cloned() else {
            return Ok(None);
        };
        let is_changed = change(&mut session);
        if is_changed {
            state.write(
                &self.sealer,
                JournalEntry::Session(Box::new(session.clone())),
            )?;
        }
        Ok(Some((session, is_changed)))
    }

    fn write(&self, line: JournalEntry) -> io::Result<()> {
        self.lock().write(&self.sealer, line)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn write(&mut self, sealer: &Sealer, line: JournalEntry) -> io::Result<()> {
        let json = serde_json::to_string(&line)?;
        let sealed = sealer
            .seal(PLACE, &json)
            .ok_or_else(|| io::Error::other("a line is too long"))?;
        self.journal
            .write_all(format!("{}\n", BASE64_NOPAD.encode(&sealed)).as_bytes())?;
        self.journal.sync_data()?;
        self.apply(line);
        Ok(())
    }

    fn apply(&mut self, line: JournalEntry) {
        match line {
            JournalEntry::Intent(intent) => {
                self.intents.insert(intent.id.clone(), *intent);
            }
            JournalEntry::Session(session) => {
                self.sessions.insert(session.id.clone(), *session);
            }
            JournalEntry::Key(key, id) => {
                self.keys.insert(key, id);
            }
        }
    }
}

fn decode(line: &str) -> Option<Vec<u8>> {
    BASE64_NOPAD.decode(line.as_bytes()).ok()
}

fn read(sealer: &Sealer, line: &str) -> Option<JournalEntry> {
    let sealed = decode(line)?;
    serde_json::from_str(&sealer.open(PLACE, &sealed)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::objects::Status;

    #[test]
    fn payments_survive_a_restart_and_half_a_line_in_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sandbox/payments");
        let intent = Intent::new(
            999,
            "usd".to_owned(),
            [("order_id".to_owned(), "o".to_owned())].into(),
        );
        let store = Store::open(&path, &[1; 32]).unwrap();
        store.put_intent(&intent).unwrap();
        store.put_key("key", &intent.id).unwrap();
        store
            .change_intent(&intent.id, |intent| {
                intent.status = Status::Succeeded;
                true
            })
            .unwrap();
        drop(store);
        let mut text = std::fs::read_to_string(&path).unwrap();
        assert!(!text.contains("order_id"));
        text.push_str("AbCd");
        std::fs::write(&path, text).unwrap();
        let again = Store::open(&path, &[1; 32]).unwrap();
        assert_eq!(again.intent(&intent.id).unwrap().status, Status::Succeeded);
        assert_eq!(again.created_with("key"), Some(intent.id));
        again.put_key("other", "x").unwrap();
        drop(again);
        assert_eq!(
            Store::open(&path, &[1; 32])
                .unwrap()
                .created_with("other")
                .unwrap(),
            "x"
        );
    }
}
