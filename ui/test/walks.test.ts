/** Each step of the walks in ARCHITECTURE.md leads to the next one. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { importsOfRust } from "../../scripts/test.d/changed/server-relations.mjs";
import { readRepository, root } from "../../scripts/test.d/documents/repository.mjs";
import { breaksIn, walksIn } from "../../scripts/test.d/documents/walks.mjs";

type Walk = {
  readonly title: string;
  readonly steps: readonly { readonly file: string; readonly over: string | undefined }[];
};

const texts: Readonly<Record<string, string>> = readRepository().texts;
const rustImports = importsOfRust(
  Object.fromEntries(Object.entries(texts).filter(([file]) => file.endsWith(".rs"))),
);
const walks: readonly Walk[] = walksIn(readFileSync(`${root}ARCHITECTURE.md`, "utf8"));
const breaks = (walk: Walk): string[] => breaksIn(walk, rustImports, texts);

test.each(walks)("$title", (walk) => {
  expect(walk.steps.length).toBeGreaterThan(5);
  expect(breaks(walk)).toEqual([]);
});

test("there is a walk for each thing that the product does", () => {
  expect(walks.map(({ title }) => title)).toEqual([
    "From a page request to a page that can be used",
    "The page engine, from data to hydration",
    "A purchase",
    "A gift link",
    "From the tap to the text message",
    "From the safe word to the emergency",
    "From the trigger to the guardian's phone",
    "A session that runs out",
    "Settings that are saved",
  ]);
});

describe("a fault is found:", () => {
  /** A walk of two steps. */
  const walk = (first: string, second: string, over?: string): Walk => ({
    title: "planted",
    steps: [
      { file: first, over: undefined },
      { file: second, over },
    ],
  });

  test.each([
    ["a file that does not exist", walk("server/src/main.rs", "serve/back.rs")],
    ["a name that several files have", walk("server/src/main.rs", "mod.rs")],
    ["a module that is not imported", walk("platform/sms.ts", "controller/controller.ts")],
    ["a Rust module that is not used", walk("domain/price.rs", "services/outbox.rs")],
    ["a page that is not registered", walk("ui/src/pages/registry.ts", "emergency-gate.tsx")],
    [
      "an endpoint that the client does not ask",
      walk("api/watches.ts", "server/src/router/mod.rs", "POST /api/contacts"),
    ],
    [
      "an endpoint that the server does not have",
      walk("api/contacts.ts", "server/src/main.rs", "POST /api/contacts"),
    ],
    [
      "a method that the server does not have",
      walk("api/contacts.ts", "server/src/router/mod.rs", "DELETE /api/contacts"),
    ],
    ["a name that one side does not have", walk("sw/push.ts", "sync/telling.ts", "pushedItem")],
  ])("%s", (_, planted) => {
    expect(breaks(planted)).toHaveLength(1);
  });

  test("a step is read with its file and its border", () => {
    const text =
      "## Walks\n\n### One\n\n1. `a.ts` does it.\n2. `b.rs` goes\n   on, over `POST /c`.\n\n## Next\n";
    expect(walksIn(text)).toEqual([
      {
        title: "One",
        steps: [
          { file: "a.ts", over: undefined },
          { file: "b.rs", over: "POST /c" },
        ],
      },
    ]);
  });
});
