//! Pages whose personal parts are texts in known places: rendered once with markers for these texts, and then filled like a template.
//!
//! A shape is a page with the same optional parts. It is trusted only if the page shows two different sets of markers in the same places,
//! unchanged but for React's escaping, and if it gives what the page itself renders for a real person. Everything else is rendered.

use super::personal::{CORE, Markers, Parts};

/// Attributes in which React looks at how a URL begins, in lower case; React writes `formAction`.
const URL_ATTRIBUTES: [&str; 6] = [
    " href=\"",
    " xlink:href=\"",
    " src=\"",
    " action=\"",
    " formaction=\"",
    " data=\"",
];

/// The HTML of a shape: fixed texts, each but the last followed by a hole.
#[derive(Debug, PartialEq)]
pub(super) struct Shape {
    before_holes: Vec<(String, usize)>,
    end: String,
    length: usize,
}

impl Shape {
    /// Finds the holes in what the page rendered with each set of markers. `None` where a marker was changed or stands in different places.
    pub(super) fn of(parts: &Parts, first: &str, second: &str) -> Option<Self> {
        let shape = Self::find(parts, first, Markers::First)?;
        (shape == Self::find(parts, second, Markers::Second)?).then_some(shape)
    }

    fn find(parts: &Parts, html: &str, markers: Markers) -> Option<Self> {
        let escaped: Vec<String> = (0..parts.values().len())
            .map(|number| escape(&parts.marker(markers, number)))
            .collect();
        let (mut before_holes, mut rest) = (Vec::new(), html);
        while let Some((start, number)) = first_of(rest, &escaped) {
            let (before, after) = (rest.get(..start)?, rest.get(start..)?);
            if is_changed(before) || is_start_of_url(before) {
                return None;
            }
            before_holes.push((before.to_owned(), number));
            rest = after.get(escaped.get(number)?.len()..)?;
        }
        let end = rest.to_owned();
        (!is_changed(&end)).then(|| Self {
            length: before_holes
                .iter()
                .map(|(text, _)| text.len())
                .sum::<usize>()
                + end.len(),
            before_holes,
            end,
        })
    }

    /// The HTML with these values in its holes.
    pub(super) fn fill(&self, values: &[String]) -> String {
        let added: usize = values
            .iter()
            .map(|value| value.len() + value.len() / 4)
            .sum();
        let mut html = String::with_capacity(self.length + added);
        for (before, number) in &self.before_holes {
            html.push_str(before);
            push_escaped(&mut html, values.get(*number).map_or("", String::as_str));
        }
        html.push_str(&self.end);
        html
    }
}

/// The first place in `html` of one of these texts, and which of them it is.
fn first_of(html: &str, texts: &[String]) -> Option<(usize, usize)> {
    let places = texts.iter().enumerate();
    places
        .filter_map(|(number, text)| Some((html.find(text.as_str())?, number)))
        .min()
}

/// Whether what comes after `html` is the start of a URL.
fn is_start_of_url(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    let mut attributes = URL_ATTRIBUTES.iter();
    attributes.any(|attribute| html.ends_with(attribute))
}

/// Whether a marker is in `html` in some form.
fn is_changed(html: &str) -> bool {
    html.to_ascii_lowercase()
        .contains(&CORE.to_ascii_lowercase())
}

fn escape(text: &str) -> String {
    let mut html = String::new();
    push_escaped(&mut html, text);
    html
}

/// Adds `text` as React writes it, in content and in attributes alike (`escapeTextForBrowser` in react-dom).
fn push_escaped(html: &mut String, text: &str) {
    let mut rest = text;
    while let Some(place) = rest.find(['"', '&', '\'', '<', '>']) {
        let (before, from) = rest.split_at(place);
        html.push_str(before);
        let mut characters = from.chars();
        html.push_str(match characters.next() {
            Some('"') => "&quot;",
            Some('&') => "&amp;",
            Some('\'') => "&#x27;",
            Some('<') => "&lt;",
            _ => "&gt;",
        });
        rest = characters.as_str();
    }
    html.push_str(rest);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parts() -> Parts {
        let data = json!({ "name": "available", "gift": { "to": "a@b", "text": null }, "old": "" });
        Parts::of("/gift/{code}", "/gift/abc", data).unwrap()
    }

    /// The shape of a page with these parts that renders as `page` does.
    fn shape(page: impl Fn(&str, &str) -> String) -> Option<Shape> {
        let parts = parts();
        let html = |markers| {
            let (path, data) = parts.marked(markers);
            page(&path, data["gift"]["to"].as_str().unwrap())
        };
        Shape::of(&parts, &html(Markers::First), &html(Markers::Second))
    }

    #[test]
    fn a_shape_takes_any_text() {
        let page = |path: &str, to: &str| {
            let to = escape(to);
            format!("<p>{to}</p><form action=\"{path}\"><input value=\"{to}\"></form>")
        };
        let shape = shape(page).unwrap();
        for text in [
            "a",
            "<script>&amp;'\"",
            " \0 ",
            CORE,
            &Markers::First.text(1),
        ] {
            let values = ["code".to_owned(), text.to_owned()];
            assert_eq!(shape.fill(&values), page("/gift/code", text));
        }
    }

    #[test]
    fn a_page_that_does_more_with_a_text_than_show_it_has_no_shape() {
        let pages: [fn(&str, &str) -> String; 11] = [
            |_, to| format!("<p>{}</p>", escape(to.trim())),
            |_, to| format!("<p>{}</p>", escape(&to.to_uppercase())),
            |_, to| format!("<p>{}</p>", escape(to.lines().next().unwrap())),
            |_, to| format!("<p>{to}</p>"),
            |_, to| format!("<p>{}</p><p>{}</p>", escape(to), to.replace(' ', "+")),
            |_, to| format!("<p>{}</p><p>{}</p>", escape(to), to.len()),
            |_, to| format!("<a href=\"{}\">{}</a>", escape(to), escape(to)),
            |_, to| format!("<button formAction=\"{}\">Go</button>", escape(to)),
            |_, to| format!("<use xlink:href=\"{}\"></use>", escape(to)),
            |path, to| format!("<p>{}</p><p>{}</p>", escape(to), path.to_lowercase()),
            |_, to| {
                if to.contains('@') {
                    "<p>address</p>".to_owned()
                } else {
                    escape(to)
                }
            },
        ];
        for (number, page) in pages.into_iter().enumerate() {
            assert_eq!(shape(page), None, "page {number}");
        }
    }
}
