//! Renders the pages that are the same for everybody, once, at start, with `ssr_rs`.
//!
//! `ssr_rs` never frees the strings that it makes (8.5 KB a render, measured), and a render can be neither terminated nor limited. So it
//! runs on a thread of its own until the page table is complete, and never serves a request. V8 must have been initialised before: its
//! own `create_platform` and that of the isolates exclude each other.

use std::io;
use std::thread::{Builder, JoinHandle};

use super::error::RenderError;
use super::isolate::STACK;
use super::script::SUSPENDED;

/// Renders each payload. The thread returns the reason for a page that failed.
pub fn prerender(
    script: String,
    payloads: Vec<String>,
) -> io::Result<JoinHandle<Vec<Result<String, String>>>> {
    Builder::new()
        .name("prerender".to_owned())
        .stack_size(STACK)
        .spawn(move || render_all(script, &payloads))
}

fn render_all(script: String, payloads: &[String]) -> Vec<Result<String, String>> {
    let mut ssr = match ssr_rs::Ssr::from(script, "SSR") {
        Ok(ssr) => ssr,
        Err(error) => {
            let reason = error.to_string();
            return payloads.iter().map(|_| Err(reason.clone())).collect();
        }
    };
    let render = |payload: &String| {
        let html = ssr.render_to_string(Some(payload));
        let html = html.map_err(|error| error.to_string())?;
        if html.contains(SUSPENDED) {
            return Err(RenderError::Suspended.to_string());
        }
        Ok(html)
    };
    payloads.iter().map(render).collect()
}
