//! The layers of the server: who may import whom, and that no files import each other in a circle.
//!
//! Modules that are compiled for tests only are left out.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use imports::{Imports, Sources, imports};

mod imports;

/// The rooms below `src/`, from the bottom up. A file may import its own room and those before it in this list.
const ROOMS: &[&str] = &[
    "domain",
    "error",
    "content",
    "lifecycle",
    "priority",
    "crypto",
    "config",
    "telemetry",
    "gateway",
    "emails",
    "bundle",
    "render",
    "pages",
    "services",
    "workers",
    "extract",
    "middleware",
    "sandbox",
    "app",
    "routes",
    "router",
    "setup",
    "operator",
    "serve",
    "main",
];

#[test]
fn every_room_imports_lower_rooms_only() {
    assert_eq!(upward_imports(&imports(&sources())), Vec::<String>::new());
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    assert_eq!(circle(&imports(&sources())), None);
}

#[test]
fn architecture_md_lists_the_rooms_in_the_same_order() {
    let text = include_str!("../../../ARCHITECTURE.md");
    let (_, table) = text.split_once("| room, from the top down |").unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let mut rooms: Vec<&str> = rows
        .map(|row| row.split('`').nth(1).unwrap())
        .map(|room| room.split(['/', '.']).next().unwrap())
        .collect();
    rooms.reverse();
    assert_eq!(rooms, ROOMS);
}

#[test]
fn imports_are_read_from_the_real_files() {
    let imports = imports(&sources());
    for (file, imported) in [
        ("router/mod.rs", "routes/gifts.rs"),
        ("render/mod.rs", "render/renderer.rs"),
        (
            "services/fulfilment/mod.rs",
            "services/fulfilment/verdict.rs",
        ),
        ("sandbox/actions.rs", "sandbox/emulator.rs"),
        ("main.rs", "serve/mod.rs"),
    ] {
        assert!(imports[file].contains(imported), "{file} -> {imported}");
    }
}

#[test]
fn a_planted_circle_and_a_planted_upward_import_are_found() {
    for (one, other) in [
        ("use crate::domain::b::B;", "use super::a::A;"),
        (
            "use crate::{domain::{b, c}};",
            "fn f() { crate::domain::a::f(); }",
        ),
        ("use super::b::*;", "fn f() { log!(\"{}\", super::a::X); }"),
    ] {
        let planted = [
            ("domain/mod.rs", "pub mod a; pub mod b; pub mod c;"),
            ("domain/a.rs", one),
            ("domain/b.rs", other),
            (
                "domain/c.rs",
                "#[cfg(test)] mod tests { use super::super::a::A; }",
            ),
        ];
        let circle = circle(&imports(&planted_sources(&planted)));
        assert_eq!(
            circle.unwrap(),
            ["domain/a.rs", "domain/b.rs", "domain/a.rs"],
            "{one}"
        );
    }
    let child = [
        ("error/mod.rs", "mod causes; pub use causes::Cause;"),
        ("error/causes.rs", "impl From<X> for super::Error {}"),
    ];
    assert!(circle(&imports(&planted_sources(&child))).is_some());
    let upward = [
        ("domain/a.rs", "fn f() { crate::services::x() }"),
        ("services/mod.rs", "use crate::domain::a::f;"),
    ];
    assert_eq!(
        upward_imports(&imports(&planted_sources(&upward))),
        ["domain/a.rs imports services/mod.rs"]
    );
}

fn planted_sources(files: &[(&str, &str)]) -> Sources {
    let owned = files
        .iter()
        .map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
    owned.collect()
}

fn upward_imports(imports: &Imports) -> Vec<String> {
    let mut found = Vec::new();
    for (file, imported) in imports {
        for other in imported {
            if layer(file) < layer(other) {
                found.push(format!("{file} imports {other}"));
            }
        }
    }
    found
}

/// The place of a file's room in [`ROOMS`].
fn layer(file: &str) -> usize {
    let room = file.split(['/', '.']).next().unwrap();
    let place = ROOMS.iter().position(|name| *name == room);
    place.unwrap_or_else(|| panic!("{file} is in no room of the list"))
}

/// A circle of imports, its first file also at its end.
fn circle(imports: &Imports) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    imports
        .keys()
        .find_map(|file| circle_from(file, imports, &mut Vec::new(), &mut done))
}

fn circle_from(
    file: &str,
    imports: &Imports,
    path: &mut Vec<String>,
    done: &mut BTreeSet<String>,
) -> Option<Vec<String>> {
    if let Some(start) = path.iter().position(|known| known == file) {
        let mut circle = path[start..].to_vec();
        circle.push(file.to_owned());
        return Some(circle);
    }
    if !done.contains(file) {
        path.push(file.to_owned());
        for other in imports.get(file).into_iter().flatten() {
            if let Some(circle) = circle_from(other, imports, path, done) {
                return Some(circle);
            }
        }
        path.pop();
        done.insert(file.to_owned());
    }
    None
}

/// Every file of the server except `lib.rs`, which only names the rooms, and those that are compiled for tests only.
fn sources() -> Sources {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Sources::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let file = path.strip_prefix(&root).unwrap().display().to_string();
            let is_rust = path.extension().is_some_and(|ending| ending == "rs");
            let is_for_tests = file == "wire" || file.ends_with("/tests.rs");
            if path.is_dir() && !is_for_tests {
                folders.push(path);
            } else if is_rust && file != "lib.rs" && !is_for_tests {
                sources.insert(file, fs::read_to_string(&path).unwrap());
            }
        }
    }
    sources
}
