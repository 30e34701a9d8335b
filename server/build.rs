//! Embeds what the UI build wrote: makes one table of every file under `ui/dist`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Said by the compiler when there is nothing to embed.
const MISSING: &str = "ui/dist is missing or incomplete. Build the pages first: npm --prefix ui ci && npm --prefix ui run build";

fn main() -> io::Result<()> {
    // Cargo looks through the whole folder, and runs this again on every build while it is missing.
    println!("cargo:rerun-if-changed=../ui/dist");
    println!("cargo:rerun-if-changed=build.rs");
    if folds_functions() {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
    // Asked when the script runs: one that was compiled elsewhere, in a copied target folder, must not embed that place's pages.
    let dist = folder("CARGO_MANIFEST_DIR")?.join("../ui/dist");
    let out = folder("OUT_DIR")?;
    fs::write(out.join("dist.rs"), table(&dist, &out.join("dist"))?)
}

/// Whether the linker shall keep one copy of functions with the same instructions, which takes 5 of 81 MB from an optimised server. `lld`
/// can, with which Rust links for this target (<https://blog.rust-lang.org/2025/09/01/rust-lld-on-1.90.0-stable/>).
fn folds_functions() -> bool {
    let is = |name, value: &str| env::var_os(name).is_some_and(|found| found == value);
    is("OPT_LEVEL", "3")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
}

/// The folder that cargo names in the variable `name`.
fn folder(name: &str) -> io::Result<PathBuf> {
    let missing = || io::Error::other(format!("{name} is not set"));
    env::var_os(name).map(PathBuf::from).ok_or_else(missing)
}

/// The Rust text of `FILES`, or of a compile error when the UI has not been built.
///
/// The files are copied first, so that a UI build that runs at the same time cannot take them away under the compiler.
fn table(dist: &Path, copies: &Path) -> io::Result<String> {
    if !dist.join("pages.json").is_file() || !dist.join("server.js").is_file() {
        return Ok(format!(
            "compile_error!({MISSING:?});\npub(crate) static FILES: &[(&str, &[u8])] = &[];\n"
        ));
    }
    if copies.exists() {
        fs::remove_dir_all(copies)?;
    }
    let mut text = String::from("pub(crate) static FILES: &[(&str, &[u8])] = &[\n");
    for file in files(dist)? {
        let name = file.strip_prefix(dist).map_err(io::Error::other)?;
        let copy = copies.join(name);
        fs::create_dir_all(copy.parent().unwrap_or(copies))?;
        fs::copy(&file, &copy)?;
        let (name, copy) = (name.display().to_string(), copy.display().to_string());
        writeln!(text, "    ({name:?}, include_bytes!({copy:?})),").map_err(io::Error::other)?;
    }
    text.push_str("];\n");
    Ok(text)
}

/// Every file below `folder`, sorted, so that two builds of the same files are the same.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
