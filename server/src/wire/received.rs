//! What the endpoints of the HTTP API are sent, field by field.

use serde_json::Value;

use super::typescript::type_of;

/// A field of a body: the endpoint, the name (`a.b` where objects nest) and the type's name.
struct Received {
    endpoint: String,
    field: String,
    kind: String,
}

/// The list as TypeScript, in the order of the OpenAPI document.
pub(super) fn text(document: &Value) -> String {
    let lines: Vec<String> = all(document)
        .iter()
        .map(|received| {
            let Received {
                endpoint,
                field,
                kind,
            } = received;
            format!("  [{endpoint:?}, {field:?}, {kind:?}],\n")
        })
        .collect();
    format!(
        "/** Every field of every body: the endpoint, the name (a field of a field is `a.b`) and the type. */\nexport const received = [\n{}] as const;\n",
        lines.concat()
    )
}

fn all(document: &Value) -> Vec<Received> {
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Some(contents) = operation["requestBody"]["content"].as_object() else {
                continue;
            };
            let endpoint = format!("{} {path}", method.to_uppercase());
            for content in contents.values() {
                collect(document, &endpoint, "", &content["schema"], &mut found);
            }
        }
    }
    found
}

/// Adds the fields that a schema describes; one that is no object is a field of its own.
fn collect(
    document: &Value,
    endpoint: &str,
    field: &str,
    schema: &Value,
    found: &mut Vec<Received>,
) {
    let object = object_of(document, schema);
    let Some(properties) = object["properties"].as_object() else {
        found.push(Received {
            endpoint: endpoint.to_owned(),
            field: field.to_owned(),
            kind: type_of(without_null(schema), "").replace(" | null", ""),
        });
        return;
    };
    for (name, property) in properties {
        let name = if field.is_empty() {
            name.clone()
        } else {
            format!("{field}.{name}")
        };
        collect(document, endpoint, &name, property, found);
    }
}

/// What a schema refers to, or itself.
fn object_of<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match without_null(schema)["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => schema,
    }
}

/// The other alternative of a schema that may be null.
fn without_null(schema: &Value) -> &Value {
    let alternatives = schema["oneOf"].as_array().into_iter().flatten();
    alternatives
        .into_iter()
        .find(|alternative| alternative["type"] != "null")
        .unwrap_or(schema)
}
