//! Renders the pages that need no data, once, at boot: the only file that names `ssr_rs`.
//!
//! `ssr_rs` keeps every string it ever made alive (8.5 KB a render, measured) and can neither be ended nor limited, so it lives on a
//! thread of its own for as long as the table takes to fill, and never meets a request. V8 must have been initialised before: its own
//! `create_platform` and that of the isolates exclude each other.

use std::io;
use std::thread::{Builder, JoinHandle};

use super::isolate::{STACK, SUSPENDED};

/// Renders each payload; the thread's answer holds `None` for a page that failed.
pub fn prerender(
    script: String,
    payloads: Vec<String>,
) -> io::Result<JoinHandle<Vec<Option<String>>>> {
    Builder::new()
        .name("prerender".to_owned())
        .stack_size(STACK)
        .spawn(move || render_all(script, &payloads))
}

fn render_all(script: String, payloads: &[String]) -> Vec<Option<String>> {
    let mut ssr = match ssr_rs::Ssr::from(script, "SSR") {
        Ok(ssr) => ssr,
        Err(error) => {
            tracing::error!(error = %error, "No page can be rendered ahead");
            return payloads.iter().map(|_| None).collect();
        }
    };
    payloads
        .iter()
        .map(|payload| {
            ssr.render_to_string(Some(payload))
                .ok()
                .filter(|html| !html.contains(SUSPENDED))
        })
        .collect()
}
