//! One V8 isolate that renders pages.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use deno_core::{JsRuntime, RuntimeOptions, v8};

use super::error::RenderError;
use super::script::{Rendered, call, entry};
use super::snapshot::Snapshot;

/// The stack of every thread that runs V8, in bytes: four times what V8's flags let it use.
pub(super) const STACK: usize = 8 << 20;

/// How much memory one isolate may use, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct HeapLimits {
    /// The heap at which a render is ended.
    pub max: usize,
    /// How much the limit is raised so that the ended render can unwind.
    pub step: usize,
    /// How often it is raised. After that V8 ends the process: a loop of built-ins over leaf closures ignores termination, and only the
    /// supervisor's restart gets the memory back.
    pub raises: u32,
}

impl Default for HeapLimits {
    fn default() -> Self {
        Self {
            max: 192 << 20,
            step: 64 << 20,
            raises: 3,
        }
    }
}

/// An isolate and what is needed to end what it does.
pub(super) struct Isolate {
    runtime: JsRuntime,
    render: v8::Global<v8::Function>,
    raises: Arc<AtomicU32>,
}

/// Ends what its isolate is doing. May be called after the isolate is dropped.
pub(super) type Terminate = Box<dyn Fn() + Send + Sync>;

impl Isolate {
    /// Copies the snapshot into a new isolate on this thread, which needs a [`STACK`].
    pub(super) fn new(snapshot: Snapshot, limits: HeapLimits) -> Result<Self, RenderError> {
        let params = v8::CreateParams::default().heap_limits(limits.max / 6, limits.max);
        let mut runtime = JsRuntime::new(RuntimeOptions {
            startup_snapshot: Some(snapshot.bytes()),
            create_params: Some(params),
            ..RuntimeOptions::default()
        });
        let raises = Arc::new(AtomicU32::new(0));
        limit_heap(&mut runtime, limits, Arc::clone(&raises));
        let render = entry(&mut runtime)?;
        Ok(Self {
            runtime,
            render,
            raises,
        })
    }

    /// Renders one page. `payload` is the JSON text that the page receives.
    pub(super) fn render(&mut self, payload: &str) -> Result<Rendered, RenderError> {
        let rendered = call(&mut self.runtime, &self.render, payload);
        if 0 < self.raises.load(Ordering::Relaxed) {
            Err(RenderError::HeapLimit)
        } else {
            rendered
        }
    }

    /// Returns what another thread calls to end a render.
    pub(super) fn terminator(&mut self) -> Terminate {
        let handle = self.runtime.v8_isolate().thread_safe_handle();
        Box::new(move || {
            handle.terminate_execution();
        })
    }

    /// Bytes of the heap in use.
    pub(super) fn used_heap(&mut self) -> usize {
        self.runtime
            .v8_isolate()
            .get_heap_statistics()
            .used_heap_size()
    }

    /// Lets V8 finish the work of its background threads.
    pub(super) fn settle(&mut self) {
        let platform = v8::V8::get_current_platform();
        while v8::Platform::pump_message_loop(&platform, self.runtime.v8_isolate(), false) {}
    }
}

/// Ends the running render when the heap comes near its limit. The limit is raised a limited number of times.
fn limit_heap(runtime: &mut JsRuntime, limits: HeapLimits, raises: Arc<AtomicU32>) {
    let handle = runtime.v8_isolate().thread_safe_handle();
    runtime.add_near_heap_limit_callback(move |current, _initial| {
        handle.terminate_execution();
        if limits.raises <= raises.fetch_add(1, Ordering::Relaxed) {
            tracing::error!(
                heap_bytes = current,
                "A render ignores its termination and fills the memory; the process will abort"
            );
            return current;
        }
        current + limits.step
    });
}
