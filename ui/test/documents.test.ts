/** What documents name exists: files, symbols, commands, settings, links and sections. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  brokenLinks,
  innerComments,
  missingSections,
  namesIn,
  unknownNames,
} from "../../scripts/test.d/documents/names.mjs";
import { readRepository, root } from "../../scripts/test.d/documents/repository.mjs";

/** What builds and runs write, which is not in the repository. */
const written = [
  "ui/dist",
  "ui/dist/",
  "pages.json",
  "assets/",
  "public/",
  "data/",
  "target/dist/silent-partner",
];
/** Names of other programs, systems and services. */
const foreign = [
  "/etc/systemd/system/silent-partner.service",
  "/etc/systemd/system/silent-partner.socket",
  "/etc/caddy/Caddyfile",
  "cd /var/lib/silent-partner; set -a; . /etc/silent-partner.env",
  "10.0.0.0/8",
  "increase",
  "include_dir",
  "create_platform",
  "pg_restore",
  "origin/main",
];
/** Patterns for what a person writes. */
const patterns = [
  "features/x/",
  "server/gifts",
  "ui/voice",
  "vVERSION/librusty_v8_release_x86_64-unknown-linux-gnu.a",
];
const outside = [...written, ...foreign, ...patterns];

const repository = readRepository();
const texts: Readonly<Record<string, string>> = repository.texts;
const documents: Readonly<Record<string, string>> = Object.fromEntries(
  (repository.files as string[])
    .filter((file) => file.endsWith(".md"))
    .map((file) => [file, readFileSync(root + file, "utf8")]),
);
/** The comments at the beginning of Rust files, and the reasons in clippy's settings. */
const comments: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(texts)
      .filter(([file]) => file.endsWith(".rs"))
      .map(([file, text]) => [file, innerComments(text)]),
  ),
  "clippy.toml": texts["clippy.toml"] ?? "",
};
const unknown = (document: string, text: string): string[] =>
  unknownNames(document, text, repository, outside);

/** The most bytes of a document. */
const mostBytes = (document: string): number => {
  const limits: Readonly<Record<string, number>> = {
    "ARCHITECTURE.md": 16 * 1024,
    "README.md": 8 * 1024,
    "CONTRIBUTING.md": 9 * 1024,
    "SECURITY.md": 8 * 1024,
    // Grows with each release.
    "CHANGELOG.md": Number.POSITIVE_INFINITY,
    // Deployment and operation.
    "server/README.md": 20 * 1024,
    // Results of measurements.
    "scripts/bench.d/README.md": 10 * 1024,
  };
  // A page.
  return limits[document] ?? 4.5 * 1024;
};

describe.each(Object.keys(documents))("%s", (document) => {
  const text = documents[document] ?? "";

  test("names what exists", () => {
    expect(unknown(document, text)).toEqual([]);
    expect(brokenLinks(document, text, repository)).toEqual([]);
    expect(missingSections(text, documents)).toEqual([]);
  });

  test("is short", () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostBytes(document));
  });

  test("counts nothing that code can count", () => {
    const counts =
      /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten) (?:lines|files|modules|endpoints|routes|columns|crates|rooms)\b/g;
    expect(text.match(counts) ?? []).toEqual([]);
  });
});

test("comments at the beginning of Rust files and clippy's reasons name what exists", () => {
  const found = Object.entries(comments).map(([file, text]) => [file, unknown(file, text)]);
  expect(found.filter(([, names]) => names?.length !== 0)).toEqual([]);
});

test("sections that code names exist", () => {
  const onOneLine = (text: string) => text.replace(/\n\s*(?:\*|\/\/[/!]?|#)\s*/g, " ");
  const found = Object.entries(texts).flatMap(([file, text]) =>
    file === "ui/test/documents.test.ts" ? [] : missingSections(onOneLine(text), documents),
  );
  expect(found).toEqual([]);
});

/** The source files that a script names in quotes, from its own folder, the root, the UI, its source or the server's, and that do not exist. */
const unknownFiles = (script: string, text: string): readonly string[] =>
  [...text.matchAll(/["'`]((?:\.{1,2}\/)*[\w-][\w./-]*\/[\w.-]+\.(?:tsx?|mjs|rs|py|css))["'`]/g)]
    .map(([, file]) => file ?? "")
    .filter((file) => !file.includes("dist/"))
    .filter((file) =>
      [path.dirname(script), "", "ui", "ui/src", "server/src"].every(
        (folder) => !(repository.files as string[]).includes(path.join(folder, file)),
      ),
    );

test("source files that scripts name exist", () => {
  const scripts = Object.entries(texts).filter(([file]) => file.startsWith("scripts/"));
  const found = scripts.flatMap(([file, text]) =>
    unknownFiles(file, text).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test("every name that is excused is used", () => {
  const used = [...Object.values(documents), ...Object.values(comments)].join("\n");
  expect(outside.filter((name) => !used.includes(name))).toEqual([]);
});

test("the workflow and the runner use the test command of README.md", () => {
  const [, command = ""] = /## Test it\n\n```\n(.*)\n```/.exec(documents["README.md"] ?? "") ?? [];
  expect(command).toBe("scripts/test");
  expect(texts[".ci/run"]).toMatch(new RegExp(`^${command}$`, "m"));
  expect(texts[".github/workflows/ci.yml"]).toContain(`run: ${command}\n`);
});

test("the map has a row for every room of the UI", () => {
  const [, table = ""] = documents["ARCHITECTURE.md"]?.split("| room | what it is |") ?? [];
  const rows = table.slice(0, table.indexOf("\n\n")).matchAll(/^\| `(\w+)\//gm);
  const folders = (repository.folders as string[])
    .filter((folder) => /^ui\/src\/\w+$/.test(folder))
    .map((folder) => folder.slice("ui/src/".length));
  expect([...rows].map(([, room]) => room).sort()).toEqual(folders.sort());
});

test("the operator's manual has a row for every task", () => {
  const [, tasks = ""] = texts["server/src/config/command.rs"]?.split("pub enum Command {") ?? [];
  const variants = [...tasks.slice(0, tasks.indexOf("\n}")).matchAll(/^ {4}([A-Z]\w+)/gm)];
  const names = variants.map(([, name = ""]) =>
    name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
  );
  expect(names.length).toBeGreaterThan(5);
  const rows = documents["server/README.md"]?.matchAll(/^\| `silent-partner ([\w-]+)/gm) ?? [];
  expect([...rows].map(([, name]) => name).sort()).toEqual(names.sort());
});

test("the glossary explains at most thirty words", () => {
  const [, glossary = ""] = documents["CONTRIBUTING.md"]?.split("## Glossary") ?? [];
  const words = [...glossary.matchAll(/^\| ([^|]+) \|/gm)]
    .slice(2)
    .flatMap(([, row]) => (row ?? "").split(", "));
  expect(words.length).toBeGreaterThan(10);
  expect(words.length).toBeLessThanOrEqual(30);
});

describe("a fault is found:", () => {
  test.each([
    ["a file that moved", "ARCHITECTURE.md", "`services/rotation.rs`"],
    ["a file of another folder", "ui/README.md", "`fulfilment/verdict.rs`"],
    ["a folder that does not exist", "ARCHITECTURE.md", "`server/src/handlers/`"],
    ["a pattern without a file", "ARCHITECTURE.md", "`ui/src/store/*-mirrors.ts`"],
    ["a symbol", "server/src/README.md", "`PerVisitorOrder`"],
    ["a method", "server/src/README.md", "`Watches::fire_everything`"],
    ["a setting", "README.md", "`RATE_LIMITERS=off`"],
    ["a path of the server", "README.md", "`/api/watches/people`"],
    ["a method and a path", "README.md", "`GET /api/nothing`"],
    ["a script", "README.md", "`scripts/tests`"],
    ["an option of a script", "CONTRIBUTING.md", "`scripts/test --unchanged`"],
    ["a suite", "CONTRIBUTING.md", "`scripts/test lint units-of-ui`"],
    ["a command in a block", "README.md", "```\nscripts/begin\n```\n"],
    ["a script of npm", "CONTRIBUTING.md", "`npm --prefix ui run compile`"],
    ["a project of tests", "CONTRIBUTING.md", "`(cd ui && npx vitest run --project opera)`"],
    ["a file of tests", "CONTRIBUTING.md", "`(cd ui && npx vitest run e2e/none.e2e.ts)`"],
    ["a package", "CONTRIBUTING.md", "`cargo test -p servers --lib wire`"],
    ["a target of tests", "CONTRIBUTING.md", "`cargo test --test shops`"],
    ["a profile", "CONTRIBUTING.md", "`cargo build --profile dists`"],
    ["a task of the operator", "server/README.md", "`silent-partner forget ann@example.com`"],
    ["an option of a task", "server/README.md", "`silent-partner adopt pi_1 --seller`"],
    ["a setting before a command", "server/README.md", "`CASINGS=1 scripts/test checks`"],
  ])("%s", (_, document, text) => {
    expect(namesIn(text)).toHaveLength(1);
    expect(unknown(document, text)).toHaveLength(1);
  });

  test("a source file that a script names", () => {
    const text =
      'build("src/features/disguise/measure/synthetic-seeds.ts"); build("src/features/voice/spotter/work.ts");';
    expect(unknownFiles("scripts/checks/pulse.mjs", text)).toHaveLength(1);
  });

  test("a name in a comment of a Rust file", () => {
    const text = "//! Rules.\n//! `layers.rs` checks imports.\nfn a() {}\n";
    expect(unknown("server/tests/tidy.rs", innerComments(text))).toEqual(["layers.rs"]);
  });

  test("a name that only comments and documents have", () => {
    expect(unknown("README.md", "`outgrownWord`")).toEqual(["outgrownWord"]);
    // outgrownWord
    expect(texts["ui/test/documents.test.ts"]).toBeUndefined();
  });

  test("a broken link, and a section that does not exist", () => {
    expect(
      brokenLinks("server/README.md", "[a](../README.md) [b](src/GONE.md)", repository),
    ).toEqual(["src/GONE.md"]);
    expect(missingSections('see SECURITY.md, "Threat model"', documents)).toEqual([]);
    expect(missingSections('see SECURITY.md ("Threats")', documents)).toHaveLength(1);
  });
});
