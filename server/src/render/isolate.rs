//! One V8 isolate that renders pages: with `snapshot.rs` the only file that names `deno_core`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use deno_core::{JsRuntime, RuntimeOptions, v8};

use super::error::{RenderError, Thrown};
use super::snapshot::Snapshot;

/// Stack of every thread that runs V8, in bytes; four times what V8 itself is told to use.
pub(crate) const STACK: usize = 8 << 20;

/// What React writes in place of a subtree that failed inside a Suspense boundary. `renderToString` swallows that error, so this text is
/// the only trace of it, and a page that holds it is a failed render.
pub(super) const SUSPENDED: &str = "<!--$!-->";

/// The page that makes our own code panic beside the render, with V8's scopes open.
#[cfg(test)]
pub(super) const PANICS: &str = "<p>panic</p>";

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

/// HTML of `#root`.
#[derive(Debug)]
pub struct Rendered {
    /// The HTML.
    pub html: String,
    /// Whether V8 held it with one byte a character. One character outside Latin-1 doubles the memory and the time of a whole page.
    pub one_byte: bool,
}

/// An isolate and what is needed to end what it does.
pub(crate) struct Isolate {
    runtime: JsRuntime,
    render: v8::Global<v8::Function>,
    raises: Arc<AtomicU32>,
}

/// Ends whatever the isolate it came from is doing; may be kept and called after the isolate is gone.
pub(crate) type Terminate = Box<dyn Fn() + Send + Sync>;

impl Isolate {
    /// Copies the snapshot into a new isolate on this thread, which needs a [`STACK`].
    pub(crate) fn new(snapshot: Snapshot, limits: HeapLimits) -> Result<Self, RenderError> {
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
    pub(crate) fn render(&mut self, payload: &str) -> Result<Rendered, RenderError> {
        let rendered = call(&mut self.runtime, &self.render, payload);
        if 0 < self.raises.load(Ordering::Relaxed) {
            Err(RenderError::HeapLimit)
        } else {
            rendered
        }
    }

    /// The handle by which another thread ends a render.
    pub(crate) fn terminator(&mut self) -> Terminate {
        let handle = self.runtime.v8_isolate().thread_safe_handle();
        Box::new(move || {
            handle.terminate_execution();
        })
    }

    /// Bytes of the heap in use.
    pub(crate) fn used_heap(&mut self) -> usize {
        self.runtime
            .v8_isolate()
            .get_heap_statistics()
            .used_heap_size()
    }

    /// Lets V8 finish what its background threads have prepared.
    pub(crate) fn settle(&mut self) {
        let platform = v8::V8::get_current_platform();
        while v8::Platform::pump_message_loop(&platform, self.runtime.v8_isolate(), false) {}
    }
}

/// Ends the running render when the heap comes near its limit, and stops raising the limit at the ceiling.
fn limit_heap(runtime: &mut JsRuntime, limits: HeapLimits, raises: Arc<AtomicU32>) {
    let handle = runtime.v8_isolate().thread_safe_handle();
    runtime.add_near_heap_limit_callback(move |current, _initial| {
        handle.terminate_execution();
        if limits.raises <= raises.fetch_add(1, Ordering::Relaxed) {
            tracing::error!(
                heap.bytes = current,
                "A render ignores its end and fills the memory; the process aborts"
            );
            return current;
        }
        current + limits.step
    });
}

/// The one function that the server script exports.
pub(super) fn entry(runtime: &mut JsRuntime) -> Result<v8::Global<v8::Function>, RenderError> {
    let missing = || RenderError::Script("server.js does not set SSR.render".to_owned());
    let value = runtime
        .execute_script("entry.js", "SSR.render")
        .map_err(|_| missing())?;
    let scope = &mut runtime.handle_scope();
    let function =
        v8::Local::<v8::Function>::try_from(v8::Local::new(scope, value)).map_err(|_| missing())?;
    Ok(v8::Global::new(scope, function))
}

/// Calls the render function in a scope of its own, so that nothing outlives the render.
pub(super) fn call(
    runtime: &mut JsRuntime,
    render: &v8::Global<v8::Function>,
    payload: &str,
) -> Result<Rendered, RenderError> {
    let scope = &mut runtime.handle_scope();
    let scope = &mut v8::TryCatch::new(scope);
    let payload = v8::String::new(scope, payload).ok_or(RenderError::TooLong)?;
    let receiver = v8::undefined(scope).into();
    let Some(value) = render.open(scope).call(scope, receiver, &[payload.into()]) else {
        return Err(if scope.has_terminated() {
            RenderError::Timeout
        } else {
            RenderError::Threw(thrown(scope))
        });
    };
    let text = v8::Local::<v8::String>::try_from(value).map_err(|_| RenderError::NotText)?;
    let rendered = copy(scope, text);
    #[cfg(test)]
    assert_ne!(rendered.html, PANICS, "as a test asks");
    if rendered.html.contains(SUSPENDED) {
        Err(RenderError::Suspended)
    } else {
        Ok(rendered)
    }
}

/// Copies a string out of V8.
fn copy(scope: &mut v8::HandleScope, text: v8::Local<v8::String>) -> Rendered {
    match v8::ValueView::new(scope, text).data() {
        v8::ValueViewData::OneByte(bytes) => Rendered {
            html: latin1(bytes),
            one_byte: true,
        },
        v8::ValueViewData::TwoByte(units) => Rendered {
            html: String::from_utf16_lossy(units),
            one_byte: false,
        },
    }
}

/// Text from Latin-1; one copy when it is ASCII, as pages nearly always are.
fn latin1(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.is_ascii() => text.to_owned(),
        _ => bytes.iter().copied().map(char::from).collect(),
    }
}

/// What the script threw, with the message kept apart because it may hold what a person typed.
fn thrown(scope: &mut v8::TryCatch<v8::HandleScope>) -> Thrown {
    let Some(exception) = scope.exception() else {
        return Thrown::default();
    };
    let class = exception
        .to_object(scope)
        .map(|object| object.get_constructor_name().to_rust_string_lossy(scope));
    let message = v8::Exception::create_message(scope, exception);
    Thrown {
        class: class.unwrap_or_else(|| "a value".to_owned()),
        line: message.get_line_number(scope).unwrap_or_default(),
        column: message.get_start_column(),
        message: message.get(scope).to_rust_string_lossy(scope),
    }
}
