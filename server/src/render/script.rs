//! Calls the server script inside V8.

use deno_core::{JsRuntime, v8};

use super::error::{RenderError, Thrown};

/// What React writes in place of a subtree that failed inside a Suspense boundary. `renderToString` swallows that error and leaves only
/// this text, so HTML that holds it is a failed render.
pub(super) const SUSPENDED: &str = "<!--$!-->";

/// HTML for which [`call`] panics, with V8's scopes open.
#[cfg(test)]
pub(super) const PANICS: &str = "<p>panic</p>";

/// HTML of `#root`.
#[derive(Debug)]
pub struct Rendered {
    /// The HTML.
    pub html: String,
    /// Whether V8 stored it with one byte per character. One character outside Latin-1 doubles the memory and the time of a whole page.
    pub one_byte: bool,
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
    assert_ne!(rendered.html, PANICS, "the test asks for a panic");
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

/// Text from Latin-1. ASCII, as pages nearly always are, takes one copy.
fn latin1(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.is_ascii() => text.to_owned(),
        _ => bytes.iter().copied().map(char::from).collect(),
    }
}

/// What the script threw, with the message kept apart because it may hold personal data.
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
