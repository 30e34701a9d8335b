//! House rules that neither rustc nor clippy can hold: who may name whom, and how long a file may grow.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// `(a name, where it may stand)`; a place is a prefix below `src/`.
const ALLOWED: &[(&str, &[&str])] = &[
    (
        "axum::",
        &[
            "main.rs",
            "app.rs",
            "client_address.rs",
            "error/",
            "extract/",
            "front.rs",
            "middleware/",
            "openapi.rs",
            "router.rs",
            "routes/",
            "sandbox/",
            "serve.rs",
            "telemetry.rs",
        ],
    ),
    ("sea_orm::", &["error/", "services/"]),
    ("entity::", &["services/"]),
    ("use stripe::", &["gateway/stripe.rs"]),
    ("stripe_core::", &["gateway/stripe.rs"]),
    ("stripe_checkout::", &["gateway/stripe.rs"]),
    ("use stripe_webhook::", &["gateway/stripe_signature.rs"]),
    ("lettre::", &["gateway/mailer.rs", "gateway/mailer/"]),
    ("askama::", &["emails.rs", "sandbox/"]),
    ("ssr_rs::", &["render/prerender.rs"]),
    ("deno_core::", &["render/isolate.rs", "render/snapshot.rs"]),
    ("env::var", &["config/"]),
    ("env::args", &["main.rs"]),
    ("unsafe ", &[]),
];

/// `(a folder, what nothing in it may name)`: arrows never turn round.
const FORBIDDEN: &[(&str, &[&str])] = &[
    (
        "content/",
        &[
            "crate::app",
            "crate::routes",
            "crate::render",
            "crate::middleware",
        ],
    ),
    (
        "domain/",
        &[
            "crate::app",
            "crate::routes",
            "crate::render",
            "crate::services",
            "crate::error",
        ],
    ),
    (
        "render/",
        &[
            "crate::app",
            "crate::routes",
            "crate::router",
            "crate::middleware",
            "crate::services",
            "crate::config",
        ],
    ),
    (
        "services/",
        &[
            "crate::routes",
            "crate::router",
            "crate::middleware",
            "crate::render",
            "http::",
        ],
    ),
];

const MAX_LINES: usize = 300;

#[test]
fn layers_are_respected() {
    let mut offences = Vec::new();
    for (path, text) in sources("src") {
        for (name, homes) in ALLOWED {
            if names(&text, name) && !homes.iter().any(|home| path.starts_with(home)) {
                offences.push(format!("{path} names `{name}`"));
            }
        }
        for (_, names_above) in FORBIDDEN
            .iter()
            .filter(|(folder, _)| path.starts_with(folder))
        {
            let above = names_above.iter().filter(|name| names(&text, name));
            offences.extend(above.map(|name| format!("{path} names `{name}`")));
        }
    }
    assert_eq!(offences, Vec::<String>::new());
}

#[test]
fn files_are_short_and_introduced() {
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

/// Whether the code, comments left out, holds `name` as a word of its own.
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
