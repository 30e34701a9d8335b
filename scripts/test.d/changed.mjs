/**
 * Decides what `scripts/test --changed` runs:
 *
 *   node scripts/test.d/changed.mjs plan [REVISION]    prints the plan, a step a line
 *   node scripts/test.d/changed.mjs fit SECONDS        reads such a plan, and prints which of its stories fit into a time
 *
 * A line is a kind and what it is about: `changed FILE`, `lint PART`, `unit FILE`, `unit-left FILE`, `cargo ARGUMENTS`,
 * `api-left MODULE`, `story FILE`, `story-left FILE`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { fitting, storiesFor, unitsFor } from "./changed/relations.mjs";
import {
  apiTestsFor,
  importsOfRust,
  routesIn,
  routesOf,
  serverUnitsFor,
  testModulesIn,
} from "./changed/server-relations.mjs";
import { knownTimes, storySeconds, unitSeconds } from "./changed/times.mjs";

/** How long units may take, and the API's tests, in seconds; stories take what is left of the six minutes. */
const limits = { units: 100, api: 60 };
/** What one test of the API takes of the time of all, in seconds. */
const apiTestSeconds = 0.6;

/** The parts of the lint suite that a change asks for. */
export function lintsFor(changed, isShell) {
  const parts = {
    ui: /^(ui|scripts)\/.*\.([cm]?[jt]sx?|css|jsonc?)$/,
    rust: /\.rs$|(^|\/)Cargo\.(toml|lock)$|^(clippy|rustfmt|rust-toolchain)\.toml$|^server\/(templates|build)/,
    crates: /(^|\/)Cargo\.(toml|lock)$|^deny\.toml$/,
    settings: /^server\/src\/config\/|^\.env\.example$|^scripts\/env-example\.mjs$/,
    v8: /^scripts\/v8/,
  };
  const named = Object.keys(parts).filter((part) => changed.some((file) => parts[part].test(file)));
  return changed.some(isShell) ? [...named, "shell"] : named;
}

/** Whether a file is part of what the server is built from, its UI included. */
export const isOfServer = (file) =>
  /^(server|entity|migration)\/(?!tests\/|benches\/)|^Cargo\.|^rust-toolchain/.test(file);

/** Arguments of cargo for the changed crates and the API's tests that fit, and the modules that do not. */
export function cargoFor({ changed, texts, imports, routes }) {
  const ofRust = changed.filter((file) => /\.rs$|\/templates\/|Cargo\./.test(file));
  if (ofRust.length === 0) return { runs: [], left: [] };
  const modules = testModulesIn(texts, routes).filter(({ target }) => target !== "layers");
  const near = apiTestsFor({ changed: ofRust, modules, routes, imports });
  const { taken, left } = fitting(near, limits.api, ({ tests }) => tests * apiTestSeconds);
  const units = serverUnitsFor({ changed: ofRust, texts, imports });
  const isTested = (crate) =>
    Object.entries(texts).some(
      ([file, text]) => file.startsWith(crate) && text.includes("#[test]"),
    );
  const others = ["entity", "migration", "server/compression"].filter(
    (crate) => ofRust.some((file) => file.startsWith(`${crate}/`)) && isTested(`${crate}/`),
  );
  const ofTarget = (name) =>
    taken.filter(({ target }) => target === name).map(({ module }) => `${module}::`);
  const filtered = [
    ["--lib", units],
    ...["api", "shop"].map((name) => [`--test ${name}`, ofTarget(name)]),
  ];
  // With the features of the whole workspace, as everywhere: with others most crates would be compiled once more.
  const runs = [
    "--workspace --test layers --test tidy",
    ...others.map((crate) => `--package ${crate.split("/").at(-1)}`),
    ...filtered
      .filter(([, filters]) => filters.length > 0)
      .map(([target, filters]) => `--workspace ${target} -- ${filters.join(" ")}`),
  ];
  return { runs, left: left.map(({ target, module }) => `${target}/${module}`) };
}

/**
 * What a change of the server can alter on screens: `opened`, paths of pages with the share of the routes that are as near to
 * the change, and `modules` of the UI that ask changed endpoints.
 */
export function shownByServer({ changed, imports, routes, endpoints, callers }) {
  const ofServer = changed.filter(isOfServer);
  const reached = ofServer.map((file) => routesOf(file, routes, imports));
  const opened = reached.flatMap((paths) =>
    [...paths].map(([path, share]) => ({ path: path.replace(/\{(\w+)\}/g, ":$1"), share })),
  );
  const names = [...endpoints.matchAll(/export const (\w+) = "([^"]+)"/g)]
    .filter(([, , path]) => reached.some((paths) => paths.has(path)))
    .map(([, name]) => name);
  const asks = ({ text }) => names.some((name) => text.includes(`endpoints.${name}`));
  return {
    opened,
    modules: callers.filter(asks).map(({ file }) => file),
    // What stands behind no route begins the process or stands around every handler.
    isEverywhere: reached.some((paths) => paths.size === 0),
  };
}

/** The lines of the plan. */
export function planOf({ changed, isShell, ui, server, times, testsIn }) {
  const cargo = cargoFor({ changed, ...server });
  const shown = shownByServer({ changed, ...server });
  const inUi = changed.filter((file) => file.startsWith("ui/")).map((file) => file.slice(3));
  const ofScripts = changed
    .filter((file) => file.startsWith("scripts/"))
    .map((file) => `../${file}`);
  const units = unitsFor({ changed: [...inUi, ...ofScripts], ...ui }).map(({ file }) => file);
  // Those that read files come after any change: documents name files of the whole repository.
  const chosen = fitting(changed.length > 0 ? units : [], limits.units, (file) =>
    unitSeconds(file, times),
  );
  const secondsOf = (file) => storySeconds(file, times, testsIn(file));
  const inStories = [...inUi, ...shown.modules, ...(shown.isEverywhere ? ["build"] : [])];
  const stories = storiesFor({
    changed: inStories,
    opened: shown.opened,
    about: changed,
    ...ui,
    secondsOf,
  });
  const lines = (kind, items) => items.map((item) => `${kind} ${item}`);
  return [
    ...lines("changed", changed),
    ...lines("lint", lintsFor(changed, isShell)),
    ...lines("unit", chosen.taken),
    ...lines("unit-left", chosen.left),
    ...lines("cargo", cargo.runs),
    ...lines("api-left", cargo.left),
    ...lines(
      "story",
      stories.map(({ file }) => file),
    ),
  ];
}

/** The files that differ from a revision, with those that are not committed and those that git does not know. */
function changedFiles(revision) {
  const git = (...options) =>
    execFileSync("git", options, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const base = () => {
    try {
      return git("merge-base", "HEAD", "origin/main").trim();
    } catch {
      return "HEAD";
    }
  };
  const differing = git("diff", "--name-only", "--no-renames", revision ?? base(), "--");
  const unknown = git("ls-files", "--others", "--exclude-standard");
  return [...new Set(`${differing}${unknown}`.split("\n").filter((file) => file !== ""))].sort();
}

async function plan(revision) {
  const { readUi } = await import("./changed/ui-graph.mjs");
  const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    encoding: "utf8",
  });
  const files = [...new Set(listed.split("\n"))].filter((file) => existsSync(file));
  const texts = Object.fromEntries(
    files.filter((file) => file.endsWith(".rs")).map((file) => [file, read(file)]),
  );
  const callers = files
    .filter((file) => /^ui\/src\/api\/[^.]+\.ts$/.test(file))
    .map((file) => ({ file: file.slice(3), text: read(file) }));
  const steps = planOf({
    changed: changedFiles(revision),
    isShell: (file) =>
      /^#!\/usr\/bin\/env bash|^# shellcheck shell=bash/m.test(read(file).slice(0, 400)),
    ui: await readUi(),
    server: {
      texts,
      imports: importsOfRust(texts),
      routes: routesIn(texts),
      endpoints: read("ui/src/content/endpoints.ts"),
      callers,
    },
    times: knownTimes(),
    testsIn: (file) => testsOf(read(`ui/${file}`)),
  });
  process.stdout.write(`${steps.join("\n")}\n`);
}

/** How many tests a text has, where a list of values counts as four, and one that the text does not spell out as twenty. */
export const testsOf = (text) =>
  (text.match(/\btest\(/g)?.length ?? 0) +
  4 * (text.match(/\btest\.each\(\[/g)?.length ?? 0) +
  20 * (text.match(/\btest\.each\([^[]/g)?.length ?? 0);

function fit(seconds) {
  const files = readFileSync(0, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("story "))
    .map((line) => line.slice("story ".length));
  const times = knownTimes();
  const secondsOf = (file) =>
    storySeconds(file, times, testsOf(readFileSync(`ui/${file}`, "utf8")));
  const { taken, left } = fitting(files, seconds, secondsOf);
  const lines = [
    ...taken.map((file) => `story ${file}`),
    ...left.map((file) => `story-left ${file}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [command, argument] = process.argv.slice(2);
  if (command === "fit") fit(Number(argument));
  else await plan(argument);
}
