//! Rules that neither rustc nor clippy checks: which files may use which crate, and how long a file may be. `layers/` checks imports.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// `(a name, the files that may use it)`; a file is given by a prefix of its path below `src/`.
const ALLOWED: &[(&str, &[&str])] = &[
    (
        "axum::",
        &[
            "app.rs",
            "error/",
            "extract/",
            "gateway/sound_store/bucket_tests.rs",
            "middleware/",
            "pages/mod.rs",
            "router/",
            "routes/",
            "sandbox/",
            "serve/",
            "telemetry/",
        ],
    ),
    (
        "http::",
        &[
            "content/",
            "error/",
            "extract/",
            "gateway/push.rs",
            "gateway/sound_store/bucket_tests.rs",
            "gateway/timestamp_authority.rs",
            "middleware/",
            "pages/",
            "render/",
            "routes/",
            "sandbox/",
            "serve/",
        ],
    ),
    ("sea_orm::", &["error/", "services/"]),
    ("entity::", &["services/"]),
    // Other queries for purchases begin with `purchases::find`, which knows the server's mode. The operator's tasks find those of every
    // mode: what is erased must be gone.
    (
        "purchase::Entity::find",
        &[
            "services/data_key/",
            "services/purchases.rs",
            "services/data_subject/",
        ],
    ),
    (
        "use stripe::",
        &["gateway/attempts.rs", "gateway/stripe.rs"],
    ),
    ("stripe_core::", &["gateway/stripe.rs"]),
    ("stripe_checkout::", &["gateway/stripe.rs"]),
    ("use stripe_webhook::", &["gateway/stripe_signature.rs"]),
    ("lettre::", &["gateway/mailer.rs"]),
    (
        "hyper_rustls::",
        &[
            "gateway/push.rs",
            "gateway/sound_store/client.rs",
            "gateway/timestamp_authority.rs",
        ],
    ),
    ("object_store::", &["gateway/sound_store/"]),
    (
        "ring::",
        &[
            "crypto/receipts.rs",
            "crypto/time_stamps/",
            "crypto/web_push.rs",
            "domain/link_token.rs",
            "gateway/push.rs",
            "gateway/sound_store/client.rs",
            "gateway/timestamp_authority.rs",
        ],
    ),
    ("cms::", &["crypto/time_stamps/"]),
    ("der::", &["crypto/time_stamps/"]),
    ("askama::", &["emails.rs", "render/", "sandbox/"]),
    ("ssr_rs::", &["render/prerender.rs"]),
    (
        "deno_core::",
        &[
            "render/isolate.rs",
            "render/script.rs",
            "render/snapshot.rs",
        ],
    ),
    ("env::var", &["config/"]),
    ("env::args", &["main.rs"]),
    ("unsafe ", &[]),
];

const MAX_LINES: usize = 300;

#[test]
fn every_crate_is_used_only_where_it_belongs() {
    let mut offences = Vec::new();
    for (path, text) in sources("src") {
        for (name, homes) in ALLOWED {
            if names(&text, name) && !homes.iter().any(|home| path.starts_with(home)) {
                offences.push(format!("{path} names `{name}`"));
            }
        }
    }
    assert_eq!(offences, Vec::<String>::new());
}

#[test]
fn every_file_is_short_and_begins_with_its_purpose() {
    let mut offences = Vec::new();
    for (path, text) in ["src", "tests"].into_iter().flat_map(sources) {
        if !text.starts_with("//!") {
            offences.push(format!("{path} lacks a first `//!` line"));
        }
        if MAX_LINES < text.lines().count() {
            offences.push(format!("{path} is longer than {MAX_LINES} lines"));
        }
    }
    assert_eq!(offences, Vec::<String>::new());
}

/// Whether the code without comments has `name` as a word.
fn names(text: &str, name: &str) -> bool {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| {
        line.match_indices(name)
            .map(move |(at, _)| line[..at].chars().last())
    })
    .any(|before| !before.is_some_and(|character| character.is_alphanumeric() || character == '_'))
}

fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    let named = |file: &PathBuf| {
        (
            file.strip_prefix(&root).unwrap().display().to_string(),
            fs::read_to_string(file).unwrap(),
        )
    };
    files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "rs"))
        .map(named)
        .collect()
}
