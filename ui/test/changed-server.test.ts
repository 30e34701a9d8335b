/** Claims about what `scripts/test --changed` runs after a change of the server. */
import { expect, test } from "vitest";
import {
  apiTestsFor,
  importsOfRust,
  routesIn,
  routesOf,
  serverUnitsFor,
  testModulesIn,
} from "../../scripts/test.d/changed/server-relations.mjs";
import { cargoFor, lintsFor, planOf, shownByServer } from "../../scripts/test.d/changed.mjs";

const texts = {
  "server/src/router/mod.rs": `
    .get("/gift/{code}", PerSubject(&GIFT_READ), gifts::gift)
    .endpoint(PerRequest(&CONTACTS), routes!(contacts::create))
    .get(
        "/healthz",
        Unlimited,
        health::healthz,
    )`,
  "server/src/routes/gifts.rs": "use crate::services::{gifts::Gift, seal::{self, Seal}};",
  "server/src/routes/contacts.rs": `use crate::services::contacts::Contacts;
    #[utoipa::path(get, path = "/api/contacts/primary")]
    pub(crate) async fn primary() {}
    #[utoipa::path(
      post, path = "/api/contacts", params(DeviceCookie)
    )]
    pub(crate) async fn create() {}`,
  "server/src/routes/health.rs": "",
  "server/src/services/gifts.rs": "#[cfg(test)] mod tests { #[test] fn a() {} }",
  "server/src/services/contacts.rs":
    "fn a() { crate::services::seal::open() } use entity::contact;",
  "server/src/services/seal.rs": "",
  "server/src/workers.rs": "use crate::services::gifts;",
  "server/src/main.rs": "",
  "entity/src/contact.rs": "",
  "entity/src/lib.rs": "pub mod contact;",
  "server/tests/shop/device.rs": 'impl Device { fn save(&self) { self.post("/api/contacts") } }',
  "server/tests/shop/contacts.rs":
    "use crate::device::Device; #[tokio::test] async fn a() { device.save() }",
  "server/tests/shop/gifts.rs":
    '#[tokio::test] async fn a() { get(&format!("/gift/{code}")) } #[test] fn b() {}',
  "server/tests/shop/starts.rs": '#[test] fn a() { get("/healthz") }',
};
const imports = importsOfRust(texts);
const routes = routesIn(texts);
const modules = testModulesIn(texts, routes);
const near = (...changed: string[]) =>
  apiTestsFor({ changed, modules, routes, imports }).map((one: { module: string }) => one.module);

test("imports are found in groups, in expressions and in other crates", () => {
  expect(imports["server/src/routes/gifts.rs"]).toEqual([
    "server/src/services/gifts.rs",
    "server/src/services/seal.rs",
  ]);
  expect(imports["server/src/services/contacts.rs"]).toEqual([
    "server/src/services/seal.rs",
    "entity/src/contact.rs",
  ]);
});

test("routes are read with the files of their handlers", () => {
  expect(routes).toEqual([
    { method: "GET", path: "/gift/{code}", file: "server/src/routes/gifts.rs" },
    { method: "GET", path: "/healthz", file: "server/src/routes/health.rs" },
    { method: "POST", path: "/api/contacts", file: "server/src/routes/contacts.rs" },
  ]);
  expect([...routesOf("entity/src/contact.rs", routes, imports).keys()]).toEqual(["/api/contacts"]);
});

test("a module of tests asks what its helpers ask", () => {
  expect(modules.map(({ module, paths, tests }) => ({ module, paths, tests }))).toEqual([
    { module: "contacts", paths: ["/api/contacts"], tests: 1 },
    { module: "gifts", paths: ["/gift/{code}"], tests: 2 },
    { module: "starts", paths: ["/healthz"], tests: 1 },
  ]);
});

test.each([
  ["a handler", "server/src/routes/health.rs", ["starts"]],
  ["a table", "entity/src/contact.rs", ["contacts"]],
  ["what two handlers use", "server/src/services/seal.rs", ["gifts", "contacts"]],
  ["a test", "server/tests/shop/starts.rs", ["starts"]],
  ["a helper of tests", "server/tests/shop/device.rs", ["contacts"]],
  ["what no handler uses", "server/src/main.rs", ["contacts", "gifts", "starts"]],
])("%s is asked by the tests of its routes", (_what, file, expected) => {
  expect(near(file)).toEqual(expected);
});

test("units are those of the changed file and of those that import it", () => {
  expect(serverUnitsFor({ changed: ["server/src/services/gifts.rs"], texts, imports })).toEqual([
    "services::gifts::",
  ]);
  expect(serverUnitsFor({ changed: ["server/src/routes/health.rs"], texts, imports })).toEqual([]);
});

test("cargo runs the house rules, units and modules of a change, and nothing where no Rust changed", () => {
  const server = { texts, imports, routes };
  expect(cargoFor({ changed: ["server/src/services/gifts.rs"], ...server })).toEqual({
    runs: [
      "--workspace --test layers --test tidy",
      "--workspace --lib -- services::gifts::",
      "--workspace --test shop -- gifts::",
    ],
    left: [],
  });
  expect(cargoFor({ changed: ["ui/src/pages/gift-page.tsx"], ...server }).runs).toEqual([]);
});

test("screens show the pages and the endpoints of a changed handler", () => {
  const endpoints = 'export const contacts = "/api/contacts" satisfies Endpoint;';
  const callers = [
    { file: "src/api/contacts.ts", text: "post(endpoints.contacts)" },
    { file: "src/api/gifts.ts", text: "get(endpoints.giftLink)" },
  ];
  const shown = (file: string) =>
    shownByServer({ changed: [file], imports, routes, endpoints, callers });
  expect(shown("server/src/routes/contacts.rs").modules).toEqual(["src/api/contacts.ts"]);
  expect(
    shown("server/src/routes/gifts.rs").opened.map((one: { path: string }) => one.path),
  ).toEqual(["/gift/:code"]);
  expect(shown("server/src/main.rs").isEverywhere).toBe(true);
  expect(shown("server/tests/shop/gifts.rs").isEverywhere).toBe(false);
});

test.each(["README.md", "server/src/routes/gifts.rs", "ui/src/api/gifts.ts"])(
  "tests that read files run after a change of %s, because documents name it or are read by them",
  (file) => {
    const units = [
      { file: "test/documents.test.ts", readsFiles: true },
      { file: "src/a.test.ts", readsFiles: false },
    ];
    const steps: readonly string[] = planOf({
      changed: [file],
      isShell: () => false,
      ui: { units, imports: {}, places: [], stories: [] },
      server: { texts, imports, routes, endpoints: "", callers: [] },
      times: {},
      testsIn: () => 1,
    });
    expect(steps.filter((step) => step.startsWith("unit "))).toEqual([
      "unit test/documents.test.ts",
    ]);
  },
);

test.each([
  ["ui/src/pages/gift-page.tsx", ["ui"]],
  ["ui/src/styles/base.css", ["ui"]],
  ["scripts/budgets.mjs", ["ui"]],
  ["server/src/config/mod.rs", ["rust", "settings"]],
  ["Cargo.lock", ["rust", "crates"]],
  ["scripts/start", ["shell"]],
  ["README.md", []],
])("after a change of %s these lints run: %j", (file, expected) => {
  expect(lintsFor([file], (one: string) => one === "scripts/start")).toEqual(expected);
});
