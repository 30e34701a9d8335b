//! The personal texts of a page: taken out of its path and its data, and replaced by markers.

use serde_json::Value;

/// What the name of a marker's kind is preceded by. No text of a page contains it.
pub(super) const CORE: &str = "hOlE7x";
/// The name of the field that says in which state a page is.
const TAG: &str = "name";

/// A page's path and data, taken apart into their shape and the personal texts.
#[derive(Debug, PartialEq)]
pub(super) struct Parts {
    /// The data with a number in the place of each personal text.
    shape: Value,
    path: Vec<Segment>,
    values: Vec<String>,
    /// How many of the values are words of the path. They come first.
    words: usize,
}

#[derive(Debug, Clone, PartialEq)]
enum Segment {
    Fixed(String),
    Word(usize),
}

/// Two sets of markers, which differ in length and content.
#[derive(Debug, Clone, Copy)]
pub(super) enum Markers {
    First,
    Second,
}

impl Parts {
    /// `route` is the path in the router's notation. `None` where a text is not fit for a hole.
    pub(super) fn of(route: &str, path: &str, data: Value) -> Option<Self> {
        let mut parts = Self {
            shape: data,
            path: Vec::new(),
            values: Vec::new(),
            words: 0,
        };
        let (mut names, mut segments) = (route.split('/'), path.split('/'));
        loop {
            match (names.next(), segments.next()) {
                (None, None) => break,
                (Some(name), Some(segment)) if name.starts_with('{') => {
                    parts.path.push(Segment::Word(parts.values.len()));
                    parts.values.push(word(segment)?);
                }
                (Some(name), Some(segment)) if name == segment => {
                    parts.path.push(Segment::Fixed(segment.to_owned()));
                }
                _ => return None,
            }
        }
        parts.words = parts.values.len();
        take_texts(&mut parts.shape, &mut parts.values)?;
        Some(parts)
    }

    /// What tells this shape from the others of the page.
    pub(super) fn key(&self) -> String {
        self.shape.to_string()
    }

    /// The personal texts.
    pub(super) fn values(&self) -> &[String] {
        &self.values
    }

    /// The path and the data with markers in the places of the texts.
    pub(super) fn marked(&self, markers: Markers) -> (String, Value) {
        let path = self.path.iter().map(|segment| match segment {
            Segment::Fixed(text) => text.clone(),
            Segment::Word(number) => markers.word(*number),
        });
        let mut data = self.shape.clone();
        put_texts(&mut data, &mut |number| markers.text(number));
        (path.collect::<Vec<_>>().join("/"), data)
    }

    /// The marker in the place of one of the values.
    pub(super) fn marker(&self, markers: Markers, number: usize) -> String {
        if number < self.words {
            markers.word(number)
        } else {
            markers.text(number)
        }
    }
}

/// A text that is the same in a URL and in HTML.
fn word(text: &str) -> Option<String> {
    let is_word = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word.then(|| text.to_owned())
}

/// Moves the personal texts of `data` to `values` and leaves their numbers. `None` where one begins with a line break, before which React
/// writes another one in some elements.
fn take_texts(data: &mut Value, values: &mut Vec<String>) -> Option<()> {
    match data {
        // An empty text makes no text node, so it belongs to the shape.
        Value::String(text) if !text.is_empty() => {
            if text.starts_with('\n') {
                return None;
            }
            let number = Value::from(values.len());
            if let Value::String(text) = std::mem::replace(data, number) {
                values.push(text);
            }
            Some(())
        }
        Value::Array(items) => items
            .iter_mut()
            .try_for_each(|item| take_texts(item, values)),
        Value::Object(fields) => fields
            .iter_mut()
            .filter(|(name, _)| *name != TAG)
            .try_for_each(|(_, value)| take_texts(value, values)),
        // It could not be told from the number of a text.
        Value::Number(_) => None,
        Value::String(_) | Value::Null | Value::Bool(_) => Some(()),
    }
}

/// Replaces every number that [`take_texts`] left.
fn put_texts(data: &mut Value, text: &mut impl FnMut(usize) -> String) {
    match data {
        Value::Number(number) => {
            let number = number
                .as_u64()
                .and_then(|number| usize::try_from(number).ok());
            *data = Value::String(text(number.unwrap_or_default()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| put_texts(item, text)),
        Value::Object(fields) => fields.values_mut().for_each(|value| put_texts(value, text)),
        Value::String(_) | Value::Null | Value::Bool(_) => {}
    }
}

impl Markers {
    /// A text that shows every change that a page could make to it: at its ends, to its case, to its characters, and of its encoding.
    pub(super) fn text(self, number: usize) -> String {
        match self {
            Self::First => format!(" a\u{e9}<b>{CORE}t{number}x &amp; \"'%41\n\u{5d0}\u{1f600} "),
            Self::Second => {
                format!("\t'{CORE}t{number}x/Other@words-are/longer\u{2014}. \"</p>\0 \n ")
            }
        }
    }

    /// A text that may also stand in a URL.
    fn word(self, number: usize) -> String {
        match self {
            Self::First => format!("{CORE}w{number}xAAAAAAAAAAAAAAAA"),
            Self::Second => format!("bBb{CORE}w{number}x7"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parts() -> Parts {
        let data = json!({ "name": "available", "gift": { "to": "a@b", "text": null }, "old": "" });
        Parts::of("/gift/{code}", "/gift/abc", data).unwrap()
    }

    #[test]
    fn parts_that_are_missing_or_empty_make_another_shape() {
        assert_eq!(parts().values(), ["abc", "a@b"]);
        let other = |data| Parts::of("/gift/{code}", "/gift/abc", data).unwrap().key();
        for data in [
            json!({ "name": "used", "gift": { "to": "a@b", "text": null }, "old": "" }),
            json!({ "name": "available", "gift": { "to": "a@b", "text": "x" }, "old": "" }),
            json!({ "name": "available", "gift": { "to": "", "text": null }, "old": "" }),
            json!({ "name": "available", "gift": { "to": null, "text": null }, "old": "" }),
        ] {
            assert_ne!(other(data.clone()), parts().key(), "{data}");
        }
        let same =
            json!({ "name": "available", "gift": { "to": "<other>", "text": null }, "old": "" });
        assert_eq!(other(same), parts().key());
    }

    #[test]
    fn what_is_not_fit_for_a_hole_is_left_to_the_render() {
        for (path, data) in [
            ("/gift/a%20b", json!({})),
            ("/gift/", json!({})),
            ("/gift", json!({})),
            ("/gift/a/b", json!({})),
            ("/other/a", json!({})),
            ("/gift/a", json!({ "text": "\nfirst" })),
            ("/gift/a", json!({ "number": 1 })),
        ] {
            assert_eq!(
                Parts::of("/gift/{code}", path, data.clone()),
                None,
                "{path} {data}"
            );
        }
    }
}
