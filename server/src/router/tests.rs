//! The routes, against the OpenAPI document and the pages.

use std::collections::BTreeSet;

use super::*;
use crate::middleware::inline::LINKS;
use crate::pages::registry::{NOT_FOUND, PAGES};

fn paths(method: &str) -> BTreeSet<String> {
    let routes = routes().into_iter();
    let routes = routes.filter(|route| route.method == method);
    routes.map(|route| route.path).collect()
}

#[test]
fn the_openapi_document_describes_exactly_the_endpoints_of_the_router() {
    let document = serde_json::to_value(openapi()).unwrap();
    let described = document["paths"].as_object().unwrap().iter();
    let described: BTreeSet<String> = described
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let routed: BTreeSet<String> = routes()
        .iter()
        .filter(|route| route.path.starts_with("/api/"))
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    assert_eq!(routed, described);
}

#[test]
fn the_openapi_document_gives_429_to_exactly_the_endpoints_with_a_limit() {
    let document = serde_json::to_value(openapi()).unwrap();
    for route in routes() {
        let operation = &document["paths"][&route.path][route.method.to_lowercase()];
        if operation.is_object() {
            assert_eq!(
                operation["responses"]["429"].is_object(),
                !matches!(route.limit, Unlimited),
                "{} {}",
                route.method,
                route.path
            );
        }
    }
}

#[test]
fn every_endpoint_of_a_link_is_of_the_kind_that_does_not_queue_behind_pages() {
    let document = serde_json::to_value(openapi()).unwrap();
    let mut of_links = 0;
    for route in routes() {
        let operation = &document["paths"][&route.path][route.method.to_lowercase()];
        if operation["security"].to_string().contains("\"link\"") {
            of_links += 1;
            assert!(route.path.starts_with(LINKS), "{}", route.path);
        }
    }
    assert!(of_links > 0);
}

#[test]
fn every_page_of_the_registry_has_a_url() {
    let routed = paths("GET");
    for page in PAGES.iter().filter(|page| page.name != NOT_FOUND.name) {
        assert!(routed.contains(page.path), "{}", page.path);
    }
}

#[test]
fn the_emulators_urls_are_under_its_mount() {
    for route in emulator().routes {
        let rest = route.path.strip_prefix(sandbox::MOUNT).unwrap();
        assert!(rest.starts_with('/'), "{}", route.path);
    }
}
