//! The TypeScript types of page data and of the HTTP API, made from the descriptions that the OpenAPI document is made of,
//! the paths of pages, the terms of the sale, and how long things are kept.
//!
//! `cargo test -p server --lib wire` compares `ui/src/wire/` with the server's types. Where they differ it writes the
//! files and fails; the next run passes.

use std::fs;
use std::path::Path;

use serde_json::Value;
use utoipa::ToSchema;

use self::typescript::{Types, doc, key};
use crate::domain::clock::DAY;
use crate::domain::price::{PRICE, REFUND_DAYS};
use crate::pages::registry::{
    CHECKOUT, DOWNLOAD_SUCCESS, GIFT, GIFT_REDEEM, PAGES, PAYMENT_SUCCESS, PAYPAL_SUCCESS, Page,
    REDOWNLOAD, REDOWNLOAD_CONFIRM, SUBSCRIBE, Served, VERIFY, WATCH, YOUR_DATA,
};
use crate::render::SiteData;
use crate::router;
use crate::sandbox::MOUNT;
use crate::services::watches::sounds::{MIN_RETENTION, SOUND_RETENTION};

mod received;
mod typescript;

const COMMAND: &str = "cargo test -p server --lib wire";

#[test]
fn the_typescript_types_are_those_of_the_server() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/wire");
    fs::create_dir_all(&folder).unwrap();
    let mut stale = Vec::new();
    for (name, text) in [
        ("pages.ts", pages()),
        ("api.ts", api()),
        ("routes.ts", routes()),
        ("page-paths.ts", page_paths()),
        ("offer.ts", offer()),
        ("kept.ts", kept()),
        ("received.ts", received()),
    ] {
        let path = folder.join(name);
        if fs::read_to_string(&path).ok().as_deref() != Some(text.as_str()) {
            fs::write(&path, text).unwrap();
            stale.push(name);
        }
    }
    assert!(
        stale.is_empty(),
        "{stale:?} in ui/src/wire did not match the server's types and were written anew"
    );
}

/// The page payload, and the data of every page that has any.
fn pages() -> String {
    let mut pages = PageTypes::default();
    pages.add(&SUBSCRIBE);
    pages.add(&CHECKOUT);
    pages.add(&GIFT);
    pages.add(&PAYMENT_SUCCESS);
    pages.add(&PAYPAL_SUCCESS);
    pages.add(&DOWNLOAD_SUCCESS);
    pages.add(&VERIFY);
    pages.add(&REDOWNLOAD);
    pages.add(&REDOWNLOAD_CONFIRM);
    pages.add(&YOUR_DATA);
    pages.add(&GIFT_REDEEM);
    pages.add(&WATCH);
    pages.types.add::<SiteData>();
    pages.finish()
}

/// The bodies of every endpoint.
fn api() -> String {
    let document = serde_json::to_value(router::openapi()).unwrap();
    let mut types = Types::default();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        types.declare(name, schema);
    }
    let paths = document["paths"].as_object().unwrap().keys();
    let paths: Vec<String> = paths.map(|path| format!("{path:?}")).collect();
    file(
        "The endpoints of the HTTP API and their bodies.",
        &format!(
            "{}\n{}export type Endpoint =\n  | {};\n",
            types.text(),
            doc("", &Value::from("The path of an endpoint.")),
            paths.join("\n  | "),
        ),
    )
}

/// The method and path of every route that a client may use.
fn routes() -> String {
    let routes: Vec<String> = router::routes()
        .iter()
        .filter(|route| !route.path.starts_with(MOUNT))
        .map(|route| {
            let (method, path) = (route.method, &route.path);
            format!("  {{ method: {method:?}, path: {path:?} }},\n")
        })
        .collect();
    file(
        "Every URL of the server except files, for the test of the client's paths.",
        &format!("export const routes = [\n{}] as const;\n", routes.concat()),
    )
}

/// The path of every page, in the notation of the client's router. Two pages at one path are named by the first of them.
fn page_paths() -> String {
    let has_path = |page: &&Page| page.served != Served::ForUnknownPaths;
    let is_second = |page: &&Page| page.served == Served::WithApp;
    let paths: Vec<String> = PAGES
        .iter()
        .filter(|page| has_path(page) && !is_second(page))
        .map(|page| {
            let path = page.path.replace('{', ":").replace('}', "");
            format!("export const {} = {path:?};\n", camel(page.name))
        })
        .collect();
    file(
        "The paths of pages. A segment that begins with a colon is a parameter.",
        &paths.concat(),
    )
}

/// What every endpoint is sent.
fn received() -> String {
    let document = serde_json::to_value(router::openapi()).unwrap();
    file(
        "What the HTTP API is sent, for the test of what is said about it.",
        &received::text(&document),
    )
}

/// The price and the time in which it is given back.
fn offer() -> String {
    let (cents, named, currency) = (PRICE.cents, PRICE.named(), PRICE.currency.to_uppercase());
    file(
        "What is sold, and on which terms.",
        &format!(
            "/** What the product costs, paid once. The currency is ISO 4217; `named` has it with the amount. */\n\
             export const price = {{ cents: {cents}, currency: {currency:?}, label: \"{PRICE}\", named: {named:?} }} as const;\n\n\
             /** How many days a buyer may ask for the money back. */\n\
             export const refundDays = {REFUND_DAYS};\n"
        ),
    )
}

/// How long the server keeps sound that phones send to it.
fn kept() -> String {
    let days = SOUND_RETENTION / DAY;
    file(
        "How long the server keeps what phones send to it.",
        &format!(
            "/** How many days a sound copy is kept. */\n\
             export const soundKeptDays = {days};\n\n\
             /** How long after its newest piece nobody can delete a sound copy, in milliseconds. */\n\
             export const soundUndeletableMs = {MIN_RETENTION};\n"
        ),
    )
}

/// A page's name as a constant of TypeScript.
fn camel(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| {
        let (head, rest) = word.split_at(1);
        all + &head.to_uppercase() + rest
    })
}

fn file(about: &str, types: &str) -> String {
    format!(
        "/**\n * {about}\n *\n * Generated by `{COMMAND}` from the server's types; do not edit.\n */\n\n{types}"
    )
}

#[derive(Default)]
struct PageTypes {
    types: Types,
    with_data: Vec<(&'static str, String)>,
}

impl PageTypes {
    /// Adds a page that has data.
    fn add<D: ToSchema>(&mut self, page: &Page<D>) {
        self.types.add::<D>();
        self.with_data.push((page.name, D::name().into_owned()));
    }

    fn finish(self) -> String {
        let names: Vec<&str> = PAGES.iter().map(|page| page.name).collect();
        let members: Vec<String> = names
            .iter()
            .map(|name| {
                let data = self.with_data.iter().find(|(with, _)| with == name);
                let data = data.map_or("null".to_owned(), |(_, data)| format!("{data} | null"));
                format!("  readonly {}: {data};\n", key(name))
            })
            .collect();
        let text = format!(
            "{}\n{}export type PageData = {{\n{}}};\n\n{PAYLOAD}",
            self.types.text(),
            doc(
                "",
                &Value::from(
                    "Page name -> what the server tells that page alone; null where a page is the same for everybody."
                )
            ),
            members.concat(),
        );
        file("Every page, and what the server tells it.", &text)
    }
}

/// How `render::payload` puts a page and its data together.
const PAYLOAD: &str = "\
/** The name of a page. */
export type PageName = keyof PageData;

/** What a page receives, on the server and in its document. */
export type PagePayload<Name extends PageName = PageName> = {
  readonly [N in Name]: {
    readonly page: N;
    /** The path that the page's router sees. */
    readonly path: string;
    readonly site: SiteData;
    readonly data: PageData[N];
  };
}[Name];
";
