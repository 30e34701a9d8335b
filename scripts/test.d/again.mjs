/**
 * Finds tests by their names, for `scripts/test --again`:
 *
 *   node scripts/test.d/again.mjs find NAME     prints the suite, and what to hand to its runner, a line each
 *   node scripts/test.d/again.mjs binaries      reads cargo's messages and prints the test programs: folder, tab, path
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Modules of checks that are no checks themselves. */
const sharedByChecks = ["shared", "links"];

const stemOf = (file) =>
  path.posix.basename(file).replace(/\.(e2e|story|test)\.tsx?$|\.(py|rs)$/, "");
const isBrowser = (file) => /^ui\/e2e\/[^/]+\.e2e\.ts$/.test(file);
const isStory = (file) => /^ui\/engines\/[^/]+\.story\.ts$/.test(file);
const isUnit = (file) => /^ui\/(src|test)\/.*\.test\.tsx?$/.test(file);
const isCheck = (file) =>
  /^scripts\/checks\/[^/]+\.py$/.test(file) && !sharedByChecks.includes(stemOf(file));
const isRust = (file) => /^(server|entity|migration)\/.*\.rs$/.test(file);

/** The suites whose tests are files, by the test that tells their files. */
const fileSuites = { browser: isBrowser, engines: isStory, unit: isUnit, checks: isCheck };

/** The files of a suite whose path or stem a name is, or else those whose stem begins with it. */
function filesNamed(name, isOfSuite, files) {
  const ofSuite = files.filter(isOfSuite);
  const isNamed = (file) => [file, file.slice("ui/".length), stemOf(file)].includes(name);
  const exact = ofSuite.filter(isNamed);
  if (exact.length > 0) return { isExact: true, files: exact };
  return { isExact: false, files: ofSuite.filter((file) => stemOf(file).startsWith(name)) };
}

/** Whether Rust code has a test function or a module of tests that cargo's filter `name` would find. */
function isInRust(name, files, textOf) {
  if (!/^\w+(::\w*)*$/.test(name)) return false;
  const parts = name.split("::").filter((part) => part !== "");
  const inFunction = new RegExp(`fn \\w*${parts.at(-1)}\\w*\\s*\\(`);
  return files.some(
    (file) => isRust(file) && (stemOf(file) === parts.at(-1) || inFunction.test(textOf(file))),
  );
}

/** What each of these suites has under a name, or under words of a title. */
function filesOfSuites(name, suites, files, textOf) {
  const byName = suites.map((suite) => ({
    suite,
    ...filesNamed(name, fileSuites[suite], files),
  }));
  const exact = byName.filter(({ isExact }) => isExact);
  if (exact.length > 0) return exact;
  const hasTitle = (file) => name.includes(" ") && textOf(file).includes(name);
  const byTitle = suites
    .filter((suite) => suite !== "checks")
    .map((suite) => ({
      suite,
      files: files.filter((file) => fileSuites[suite](file) && hasTitle(file)),
      title: name,
    }));
  return [...byName, ...byTitle].filter((found) => found.files.length > 0);
}

/**
 * The tests that a name stands for: `{ suite, files }`, with the `title` if the name is one, or `{ suite, filter }` for cargo.
 * `SUITE:NAME` looks in one suite only. Throws an error with a sentence for the person if there is none, or more than one suite.
 *
 * `files` are the paths of the repository, and `textOf` reads one of them.
 *
 * @returns {{ suite: string, files?: string[], title?: string, filter?: string }}
 */
export function findTests(named, files, textOf) {
  const [, only, name] = /^(?:(browser|engines|unit|checks|rust|postgres):)?(.*)$/s.exec(named);
  const suites = Object.keys(fileSuites).filter((suite) => [undefined, suite].includes(only));
  const found = filesOfSuites(name, suites, files, textOf);
  const isRustAsked = only === "rust" || only === "postgres";
  if (isRustAsked || (only === undefined && !found.some(({ isExact }) => isExact))) {
    const suite = only ?? "rust";
    if (isInRust(name, files, textOf)) found.push({ suite, filter: name });
  }
  if (found.length > 1) {
    const names = found.map(({ suite }) => `${suite}:${name}`);
    throw new Error(`${name} is in more than one suite: say ${names.join(" or ")}`);
  }
  const [one] = found;
  if (one !== undefined) return one;
  throw new Error(`no test is called ${named}; name the file of a test with values in its title`);
}

/** The words as a pattern of vitest's option `-t`. */
const patternOf = (title) => title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * The arguments with which the suite's runner runs only these tests.
 *
 * @param {{ suite: string, files?: string[], title?: string, filter?: string }} found
 */
export function argumentsOf({ suite, files, filter, title }) {
  if (filter !== undefined) return [filter];
  if (suite === "checks") return files;
  const ofVitest = files.map((file) => file.slice("ui/".length));
  return title === undefined ? ofVitest : [...ofVitest, "-t", patternOf(title)];
}

/** The test programs in cargo's messages, each with the folder in which cargo would run it. */
export function binariesIn(messages) {
  return messages
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ executable, profile }) => profile?.test && executable)
    .map(({ executable, manifest_path }) => ({ folder: path.dirname(manifest_path), executable }));
}

function main([command, name]) {
  if (command === "binaries") {
    for (const { folder, executable } of binariesIn(readFileSync(0, "utf8"))) {
      process.stdout.write(`${folder}\t${executable}\n`);
    }
    return;
  }
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    encoding: "utf8",
  });
  try {
    const found = findTests(name, listed.split("\n"), (file) => readFileSync(file, "utf8"));
    process.stdout.write(`${[found.suite, ...argumentsOf(found)].join("\n")}\n`);
  } catch (error) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.argv.slice(2));
