//! OpenAPI schemas as TypeScript types: as much of both as the server's types need.

use std::collections::BTreeMap;

use serde_json::Value;
use utoipa::{PartialSchema, ToSchema};

/// Type declarations by name.
#[derive(Default)]
pub(super) struct Types {
    declarations: BTreeMap<String, String>,
}

impl Types {
    /// Declares a type of the server and those that it is made of.
    pub(super) fn add<T: ToSchema>(&mut self) {
        let mut parts = vec![(T::name().into_owned(), <T as PartialSchema>::schema())];
        T::schemas(&mut parts);
        for (name, schema) in parts {
            self.declare(&name, &serde_json::to_value(schema).unwrap());
        }
    }

    /// Declares one schema under its name.
    pub(super) fn declare(&mut self, name: &str, schema: &Value) {
        let doc = doc("", &schema["description"]);
        let text = format!(
            "{doc}export type {name} ={};\n",
            spaced(&type_of(schema, ""))
        );
        self.declarations.insert(name.to_owned(), text);
    }

    /// All declarations, in the order of their names.
    pub(super) fn text(&self) -> String {
        let all: Vec<&str> = self.declarations.values().map(String::as_str).collect();
        all.join("\n")
    }
}

/// A doc comment, or nothing without a text.
pub(super) fn doc(indent: &str, text: &Value) -> String {
    let Some(text) = text.as_str() else {
        return String::new();
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{indent}/** {text} */\n")
}

/// A type behind an equals sign: a union of objects begins on a line of its own.
fn spaced(type_text: &str) -> String {
    let gap = if type_text.starts_with('\n') { "" } else { " " };
    format!("{gap}{type_text}")
}

/// A member's name, in quotes where it needs them.
pub(super) fn key(name: &str) -> String {
    let is_plain = name.chars().all(|one| one.is_alphanumeric() || one == '_');
    if is_plain {
        name.to_owned()
    } else {
        format!("{name:?}")
    }
}

/// The type that a schema describes; lines after the first begin with `indent`.
pub(super) fn type_of(schema: &Value, indent: &str) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap().to_owned();
    }
    if let Some(alternatives) = schema["oneOf"].as_array() {
        return union(alternatives, indent);
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(" | ");
    }
    match &schema["type"] {
        Value::Array(types) => {
            let types: Vec<&str> = types.iter().map(primitive).collect();
            types.join(" | ")
        }
        Value::String(kind) if kind == "object" => object(schema, indent),
        Value::String(kind) if kind == "array" => {
            format!("readonly {}[]", type_of(&schema["items"], indent))
        }
        kind => primitive(kind).to_owned(),
    }
}

fn union(alternatives: &[Value], indent: &str) -> String {
    let has_objects = alternatives.iter().any(|one| one["properties"].is_object());
    let (inner, separator) = if has_objects {
        (format!("{indent}    "), format!("\n{indent}  | "))
    } else {
        (indent.to_owned(), " | ".to_owned())
    };
    let types: Vec<String> = alternatives
        .iter()
        .map(|one| type_of(one, &inner))
        .collect();
    let first = if has_objects { &separator } else { "" };
    format!("{first}{}", types.join(&separator))
}

fn object(schema: &Value, indent: &str) -> String {
    let required = schema["required"].as_array();
    let is_required =
        |name: &String| required.is_some_and(|names| names.iter().any(|required| required == name));
    let inner = format!("{indent}  ");
    let members = schema["properties"].as_object().into_iter().flatten();
    let mut members: Vec<(&String, &Value)> = members.collect();
    // The member that tells the objects of a union apart comes first.
    members.sort_by_key(|(_, schema)| schema["enum"].is_null());
    let members = members.into_iter().map(|(name, schema)| {
        let doc = doc(&inner, description(schema));
        let mark = if is_required(name) { "" } else { "?" };
        format!(
            "{doc}{inner}readonly {}{mark}: {};\n",
            key(name),
            type_of(schema, &inner)
        )
    });
    format!("{{\n{}{indent}}}", members.collect::<String>())
}

/// What a member is described as; where it may be null, the description stands in the other alternative.
fn description(schema: &Value) -> &Value {
    match &schema["description"] {
        Value::Null => &schema["oneOf"][0]["description"],
        text => text,
    }
}

fn primitive(kind: &Value) -> &'static str {
    match kind.as_str() {
        Some("string") => "string",
        Some("boolean") => "boolean",
        Some("integer" | "number") => "number",
        Some("null") => "null",
        other => panic!("{other:?} is in no type of the server so far"),
    }
}
