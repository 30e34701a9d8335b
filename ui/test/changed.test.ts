/** Claims about what `scripts/test --changed` runs. */
import { expect, test } from "vitest";
import {
  fitting,
  gapsBetween,
  isPathOf,
  pathsIn,
  placesOf,
  reachedFrom,
  storiesFor,
  unitsFor,
  wordsShared,
} from "../../scripts/test.d/changed/relations.mjs";
import { storySeconds, timesWith } from "../../scripts/test.d/changed/times.mjs";
import { readPlaces, readStories } from "../../scripts/test.d/changed/ui-graph.mjs";

const places = placesOf(
  {
    landing: { pattern: "/", frame: "public" },
    gift: { pattern: "/gift", frame: "public" },
    "gift-redeem": { pattern: "/gift/:code", frame: "public" },
    home: { pattern: "/home", frame: "app" },
    voice: { pattern: "/voice", frame: "app" },
    emergency: { pattern: "/", frame: "app" },
  },
  ["src/sw/service-worker.ts"],
);
const imports = {
  "src/pages/gift-page.tsx": ["src/features/gift/form.tsx"],
  "src/features/gift/form.tsx": ["src/features/gift/rules.ts", "src/features/gift/form.module.css"],
  "src/features/gift/rules.test.ts": ["src/features/gift/rules.ts"],
  "src/features/gift/form.test.tsx": ["src/features/gift/form.tsx"],
  "src/pages/voice-page.tsx": ["src/features/voice/list.tsx"],
  "src/app/app-frame.tsx": ["src/features/lock/lock.tsx", "page:virtual:app-pages"],
  "page:virtual:app-pages": ["src/pages/voice-page.tsx", "src/pages/home-page.tsx"],
  "src/sw/service-worker.ts": ["src/sw/routes.ts"],
};
const story = (name: string, code: string, ...uses: string[]) => ({
  file: `e2e/${name}.e2e.ts`,
  code,
  uses: [`e2e/${name}.e2e.ts`, ...uses],
});
const stories = [
  story("gift", 'page.goto("/gift")', "e2e/buying.ts"),
  story("walk", 'for (const path of ["/", "/gift", "/home", "/voice"]) page.goto(path)'),
  story("lock", 'page.goto("/home")', "e2e/phone.ts"),
  story("voice", 'page.goto("/voice"); page.goto("/home")', "e2e/phone.ts"),
  story("update", 'page.goto("/"); navigator.serviceWorker.ready'),
];
const nearest = (...changed: string[]) => {
  const facts = { places, stories, imports, secondsOf: () => 10 };
  const found = storiesFor({ changed, opened: [], about: changed, ...facts });
  return found.map(({ file }) => file.replace(/^e2e\/|\.e2e\.ts$/g, ""));
};

test.each([
  ["/gift", "/gift", true],
  ["/gift", "/gift/abc", false],
  ["/gift/:code", "/gift/abc", true],
  ["/gift/:code", "/gift/", false],
  ["/ready/:email?", "/ready", true],
  ["/", "/", true],
  ["/", "/gift", false],
  ["*", "/gift", false],
])("%s has the path %s: %s", (pattern, path, expected) => {
  expect(isPathOf(pattern, path)).toBe(expected);
});

test("paths are found in texts, templates and patterns of URLs, with what stands in for parameters", () => {
  const code =
    'goto("/home"); `$' +
    "{origin}/app`; `/gift/$" +
    '{code}`; waitForURL("**/checkout"); "a/b"; "/x/y%40z"';
  expect(pathsIn(code)).toEqual(["/home", "/app", "/gift/x", "/checkout", "/x/yx"]);
});

test("what a frame leads to is no part of it", () => {
  const reached = reachedFrom(["src/app/app-frame.tsx"], imports);
  expect([...reached]).toEqual(["src/app/app-frame.tsx", "src/features/lock/lock.tsx"]);
});

test.each([
  ["a module of one page", "src/features/gift/rules.ts", ["gift", "walk"]],
  ["a style sheet of one page", "src/features/gift/form.module.css", ["gift", "walk"]],
  ["a module of the app's frame", "src/features/lock/lock.tsx", ["lock", "walk", "voice"]],
  ["the service worker", "src/sw/routes.ts", ["update"]],
  ["a helper of stories", "e2e/phone.ts", ["voice", "lock"]],
  ["a story", "e2e/gift.e2e.ts", ["gift"]],
  ["types", "src/wire/api.ts", []],
  ["a unit test", "src/features/gift/rules.test.ts", []],
])("%s is shown by the stories that open its pages, the nearest first", (_what, file, expected) => {
  expect(nearest(file)).toEqual(expected);
});

test("a path of a public page is the app's only to stories that open the app", () => {
  const opens = (code: string) =>
    places.filter((place) => place.isNamedIn(code)).map(({ name }) => name);
  expect(opens('goto("/")')).toEqual(["landing"]);
  expect(opens('goto("/"); goto("/home")')).toEqual(["landing", "home", "emergency"]);
});

test("what may be anywhere is shown by all stories, first by those that show most for their time", () => {
  expect(nearest("src/styles/base.css")).toEqual(["walk", "update", "gift", "lock", "voice"]);
});

test("a story that opens what the server's change answers is the nearer, the fewer routes are as near", () => {
  const opened = [
    { path: "/voice", share: 0.1 },
    { path: "/gift", share: 0.5 },
  ];
  const facts = { places, stories, imports, secondsOf: () => 10 };
  const found = storiesFor({ changed: [], opened, about: [], ...facts });
  expect(found.map(({ file }) => file)).toEqual([
    "e2e/walk.e2e.ts",
    "e2e/voice.e2e.ts",
    "e2e/gift.e2e.ts",
  ]);
});

test("units come in the order of their imports, and tests that read files are about any of them", () => {
  const units = [
    { file: "test/rules.test.ts", readsFiles: true },
    { file: "src/features/gift/form.test.tsx", readsFiles: false },
    { file: "src/features/gift/rules.test.ts", readsFiles: false },
    { file: "src/features/voice/list.test.ts", readsFiles: false },
  ];
  const near = (file: string) =>
    unitsFor({ changed: [file], units, imports }).map((unit: { file: string }) => unit.file);
  expect(near("src/features/gift/rules.ts")).toEqual([
    "src/features/gift/rules.test.ts",
    "test/rules.test.ts",
    "src/features/gift/form.test.tsx",
  ]);
  expect(near("test/setup.ts")).toHaveLength(units.length);
});

test("names share words, whether one or many", () => {
  expect(wordsShared("e2e/gift-late.e2e.ts", "server/src/services/gifts.rs")).toBe(1);
  expect(wordsShared("e2e/voice.e2e.ts", "src/features/gift/rules.ts")).toBe(0);
});

test("files are taken in their order as long as the time suffices", () => {
  const secondsOf = (file: string) => file.length;
  expect(fitting(["aaa", "bbbbbb", "cc"], 6, secondsOf)).toEqual({
    taken: ["aaa", "cc"],
    left: ["bbbbbb"],
  });
  expect(fitting(["a"], -1, secondsOf)).toEqual({ taken: [], left: ["a"] });
});

test("times are those of whole files that passed, and a new file is estimated by its tests", () => {
  const result = (name: string, status: string, ...tests: string[]) => ({
    name: `/here/ui/${name}`,
    status,
    startTime: 1_000,
    endTime: 5_240,
    assertionResults: tests.map((one) => ({ status: one })),
  });
  const report = {
    testResults: [
      result("e2e/gift.e2e.ts", "passed", "passed"),
      result("e2e/walk.e2e.ts", "passed", "passed", "skipped"),
      result("e2e/lock.e2e.ts", "failed", "failed"),
    ],
  };
  const times = timesWith({ "e2e/walk.e2e.ts": 9 }, report);
  expect(times).toEqual({ "e2e/gift.e2e.ts": 4.2, "e2e/walk.e2e.ts": 9 });
  expect(storySeconds("e2e/new.e2e.ts", times, 4)).toBeGreaterThan(
    storySeconds("e2e/gift.e2e.ts", times, 4),
  );
});

test("every page has a story that opens it, and every story opens a page", {
  timeout: 60_000,
}, async () => {
  expect(gapsBetween(await readPlaces(), await readStories())).toEqual({ places: [], stories: [] });
});

test("a page without a story and a story without a page are found", () => {
  const more = [
    ...places,
    { name: "new", roots: [], isNamedIn: (code: string) => code.includes('"/new"') },
  ];
  expect(gapsBetween(more, [...stories, story("lost", 'page.goto("/gone")')])).toEqual({
    places: ["gift-redeem", "new"],
    stories: ["e2e/lost.e2e.ts"],
  });
});
