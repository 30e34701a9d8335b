//! Initialises V8 and takes the start-up snapshot from which every isolate is copied.
//!
//! V8 has to be initialised on the main thread, before any other thread exists: on processors with memory protection keys a thread
//! that does not descend from the initialising one crashes at its first use of V8 (`rusty_v8`'s README, "PKU").

use std::sync::Once;
use std::thread;

use deno_core::{JsRuntime, JsRuntimeForSnapshot, RuntimeOptions, v8};

use super::error::RenderError;
use super::script::{call, entry};

/// Silences `console`: what pages print could hold what a person typed, and `deno_core` would write it to standard output.
const PRELUDE: &str = "for (const name of Object.keys(console)) console[name] = () => {};";

/// Whether V8 may use memory protection keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// For production: the caller is the main thread.
    On,
    /// For test harnesses, whose threads do not descend from the thread that initialises V8.
    Off,
}

/// V8's flags. The first stands in the place of a program's name and is not one.
///
/// The semi-space flags are needed because a heap limit of 192 MB would otherwise fix the young generation at 1 MB for good (V8's
/// `heap.cc`, `Heap::ConfigureHeap`), and a larger one than theirs does not stay in a processor's cache
/// (`scripts/bench.d/findings.md`); bytecode is kept because rare pages would otherwise be compiled again and again.
///
/// All isolates of a process share V8's read-only heap, and taking a snapshot moves objects into it (`ReadOnlyPromotion::Promote`) while
/// other isolates read it: processes crashed in the garbage collector whenever two snapshots, or a snapshot and the isolate that renders
/// ahead, met. The last flag seals that heap when the first isolate is made.
const FLAGS: [&str; 7] = [
    "silent-partner",
    "--min-semi-space-size=4",
    "--max-semi-space-size=4",
    "--no-flush-bytecode",
    "--stack-size=2048",
    "--disallow-code-generation-from-strings",
    "--no-extensible-ro-snapshot",
];

/// The most threads that V8 gets beside the render threads.
const MOST_PLATFORM_THREADS: u32 = 4;

/// Initialises V8 for this process. Later calls have no effect, because V8 freezes its flags.
pub fn init(protection: Protection) {
    static INIT: Once = Once::new();
    INIT.call_once(|| {
        let unknown = deno_core::v8_set_flags(FLAGS.map(str::to_owned).into());
        if 1 < unknown.len() {
            tracing::error!(flags = ?unknown, "V8 does not know some of its flags");
        }
        let platform = match protection {
            Protection::On => v8::new_default_platform(platform_threads(), false),
            Protection::Off => v8::new_unprotected_default_platform(platform_threads(), false),
        };
        JsRuntime::init_platform(Some(platform.make_shared()), false);
    });
}

/// How many threads V8 gets for collecting garbage and compiling beside the render threads: one less than there are cores, and no more
/// than it makes use of.
fn platform_threads() -> u32 {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(cores - 1)
        .unwrap_or(MOST_PLATFORM_THREADS)
        .clamp(1, MOST_PLATFORM_THREADS)
}

/// The state of an isolate that has run the server script and rendered the pages that are the same for everybody, ready to be copied.
#[derive(Debug, Clone, Copy)]
pub struct Snapshot(&'static [u8]);

impl Snapshot {
    /// Runs `script`, renders each of `payloads` twice so that their bytecode is kept, and takes the snapshot.
    ///
    /// Also returns the HTML of each payload, or why it did not render. The snapshot lives as long as the process, as V8 requires. Needs a thread with a
    /// stack of `isolate::STACK` bytes.
    pub fn build(
        script: &str,
        payloads: &[String],
    ) -> Result<(Self, Vec<Result<String, RenderError>>), RenderError> {
        let mut runtime = JsRuntimeForSnapshot::new(RuntimeOptions::default());
        load(&mut runtime, script)?;
        let mut outcomes = Vec::with_capacity(payloads.len());
        {
            let render = entry(&mut runtime)?;
            for payload in payloads {
                let first = call(&mut runtime, &render, payload);
                let second = first.and_then(|_| call(&mut runtime, &render, payload));
                outcomes.push(second.map(|page| page.html));
            }
            // The handle is dropped here: a snapshot with a live one is fatal.
        }
        Ok((Self(Box::leak(runtime.snapshot())), outcomes))
    }

    /// The bytes that V8 reads.
    pub(super) fn bytes(self) -> &'static [u8] {
        self.0
    }
}

/// Runs the prelude and the server script.
fn load(runtime: &mut JsRuntime, script: &str) -> Result<(), RenderError> {
    for (name, text) in [("prelude.js", PRELUDE), ("server.js", script)] {
        runtime
            .execute_script(name, text.to_owned())
            .map_err(|error| RenderError::Script(error.to_string()))?;
    }
    Ok(())
}
