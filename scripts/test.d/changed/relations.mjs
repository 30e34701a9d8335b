/**
 * What belongs to what in the UI, as far as tests need it: modules to pages, pages to browser stories. Pure; `ui-graph.mjs`
 * reads the facts. Paths are those below `ui/`.
 */

/** Whether a path is one of a page's pattern, in the router's notation. */
export function isPathOf(pattern, path) {
  const wanted = pattern.split("/").slice(1);
  const given = path.split("/").slice(1);
  if (pattern === "*" || given.length > wanted.length) return false;
  return wanted.every((part, index) => {
    const has = (given[index] ?? "") !== "";
    if (part.startsWith(":")) return has || part.endsWith("?");
    return part === (given[index] ?? "");
  });
}

/** The paths in the code of a story: texts that begin with a slash, also after `**` or a placeholder, whose own are `x`. */
export function pathsIn(code) {
  const found = code.matchAll(/(?:["'`}]|\*\*)(\/[\w/%-]*(?:\$\{)?)/g);
  return [...new Set([...found].map(([, path]) => path.replace(/\$\{$|%[\w%-]*$/, "x")))];
}

/**
 * Pages by their names, with what surrounds them: `{ roots, isNamedIn(code) }`. The roots are modules that the page begins with.
 * A service worker is a page of its own, which the stories open that speak of workers.
 *
 * `registry` is the page registry, and `entries` are the modules of `src/` that bundles begin with.
 */
export function placesOf(registry, entries) {
  const entriesOf = {
    app: ["src/entry-client.tsx", "src/entry-lock.ts"],
    public: ["src/entry-client.tsx", "src/entry-public.ts"],
    watch: ["src/entry-watch.tsx"],
  };
  const all = Object.values(registry);
  const isNamed = (page, code) => pathsIn(code).some((path) => isPathOf(page.pattern, path));
  const isShared = ({ frame, pattern }) =>
    frame === "app" && all.some((page) => page.frame === "public" && page.pattern === pattern);
  const isOwn = (page) => page.frame === "app" && !isShared(page);
  const isOpened = (name, page, code) => {
    // It takes the place of other pages, and has a path of its own to be looked at.
    if (page.pattern === "/*") return pathsIn(code).includes(`/${name}`);
    if (page.pattern === "*") return pathsIn(code).some((path) => path.startsWith("/nowhere"));
    // Under a path that is a public page's too, the app is shown to those who have it: they open other pages of the app.
    const hasApp = () => all.some((other) => isOwn(other) && isNamed(other, code));
    return isNamed(page, code) && (!isShared(page) || hasApp());
  };
  const pages = Object.entries(registry).map(([name, page]) => ({
    name,
    roots: [
      `src/pages/${name}-page.tsx`,
      `src/app/${page.frame}-frame.tsx`,
      ...entriesOf[page.frame],
    ],
    isNamedIn: (code) => isOpened(name, page, code),
  }));
  const workers = entries
    .filter((entry) => entry.startsWith("src/sw/"))
    .map((entry) => ({
      name: entry,
      roots: [entry],
      isNamedIn: (code) => /\bserviceWorker\b|\/(?:sw|watch-worker)\.js\b/.test(code),
    }));
  return [...pages, ...workers];
}

/** Every module that `roots` reach, themselves included. What leads to other pages is no part of a page. */
export function reachedFrom(roots, imports) {
  const reached = new Set(roots);
  for (const module of reached) {
    for (const next of imports[module] ?? []) if (!next.startsWith("page:")) reached.add(next);
  }
  return reached;
}

/** How far each module is that imports `module`, over others too; the module itself is at 0. */
export function importersOf(module, imports) {
  const distances = new Map([[module, 0]]);
  for (const [found, distance] of distances) {
    for (const [importer, imported] of Object.entries(imports)) {
      if (!distances.has(importer) && imported.includes(found)) {
        distances.set(importer, distance + 1);
      }
    }
  }
  return distances;
}

/** Words of paths that say where a file is, and not what it is about. */
const general = new Set(
  "ui src e2e feature page timed test server shop api service route create entity mod main".split(
    " ",
  ),
);

/** The words of a path that can say what the file is about, in the singular. */
export function wordsOf(path) {
  const words = path.replace(/(\.\w+)+$/, "").split(/[^a-z]+/i);
  const singular = words.filter((word) => word.length > 2).map((word) => word.replace(/s$/, ""));
  return new Set(singular.filter((word) => !general.has(word)));
}

/** How many words two paths share. */
export function wordsShared(one, other) {
  const words = wordsOf(other);
  return [...wordsOf(one)].filter((word) => words.has(word)).length;
}

/** The stories that open none of the places, and the places that no story opens; both should be empty. */
export function gapsBetween(places, stories) {
  const opens = ({ code }, place) => place.isNamedIn(code);
  return {
    places: places
      .filter((place) => !stories.some((story) => opens(story, place)))
      .map(({ name }) => name),
    stories: stories
      .filter((story) => !places.some((place) => opens(story, place)))
      .map(({ file }) => file),
  };
}

/**
 * The stories that a change can affect, the nearest first, each with why: `{ file, share, words, places }`. The share is how
 * much of the product the nearest changed module belongs to: the smaller, the nearer is a story that shows it.
 *
 * @param {{
 *   changed: string[],
 *   opened: { path: string, share: number }[],
 *   about: string[],
 *   places: { name: string, roots: string[], isNamedIn: (code: string) => boolean }[],
 *   stories: { file: string, code: string, uses: string[] }[],
 *   imports: Record<string, string[]>,
 *   secondsOf: (file: string) => number,
 * }} facts `changed` are files below `ui/`, `opened` are paths whose answers a change of the server can alter,
 *   with their share, and `about` are all files that changed, whose names stories may share words with
 */
export function storiesFor({ changed, opened, about, places, stories, imports, secondsOf }) {
  const reach = places.map((place) => ({ ...place, modules: reachedFrom(place.roots, imports) }));
  const shareOf = (story, file) => {
    if (story.file === file) return 0;
    if (file.startsWith("e2e/")) {
      const users = stories.filter(({ uses }) => uses.includes(file)).length;
      return story.uses.includes(file) ? users / stories.length : Number.POSITIVE_INFINITY;
    }
    const holders = reach.filter(({ modules }) => modules.has(file));
    // What no page imports, such as a style sheet of all pages, the build or a picture, may be anywhere.
    if (holders.length === 0) return mayBeAnywhere(file) ? 1 : Number.POSITIVE_INFINITY;
    const isShown = holders.some((place) => place.isNamedIn(story.code));
    return isShown ? holders.length / places.length : Number.POSITIVE_INFINITY;
  };
  const shareOfPath = (story, { path, share }) => {
    const isOpened = pathsIn(story.code).some((one) => one === path || isPathOf(path, one));
    return isOpened ? share : Number.POSITIVE_INFINITY;
  };
  const shown = (story) => places.filter((place) => place.isNamedIn(story.code));
  const found = stories
    .map((story) => ({
      file: story.file,
      share: Math.min(
        ...changed.map((file) => shareOf(story, file)),
        ...opened.map((one) => shareOfPath(story, one)),
      ),
      words: Math.max(0, ...about.map((file) => wordsShared(story.file, file))),
      places: shown(story).map(({ name }) => name),
    }))
    .filter(({ share }) => share !== Number.POSITIVE_INFINITY);
  return inTurn(found, secondsOf);
}

/**
 * Orders stories by how near they are. Of those that are equally near comes first what shows the most places that no story
 * before it shows, for its time, and then what shows few.
 */
function inTurn(stories, secondsOf) {
  const seen = new Set();
  const rest = [...stories];
  const ordered = [];
  while (rest.length > 0) {
    const gain = ({ file, places }) =>
      places.filter((place) => !seen.has(place)).length / secondsOf(file);
    const isNearer = (a, b) =>
      a.share - b.share ||
      b.words - a.words ||
      gain(b) - gain(a) ||
      a.places.length - b.places.length;
    const next = rest.reduce((best, one) => (isNearer(one, best) < 0 ? one : best));
    rest.splice(rest.indexOf(next), 1);
    for (const place of next.places) seen.add(place);
    ordered.push(next);
  }
  return ordered;
}

/** Whether a file that no page imports still changes what is built. Types leave nothing in a bundle. */
function mayBeAnywhere(file) {
  if (/\.(test|d)\.tsx?$/.test(file) || file.startsWith("test/")) return false;
  return !/^src\/.*\.tsx?$/.test(file);
}

/** What every unit test runs with, though none imports it. */
const isForAllUnits = (file) =>
  /^(test\/setup\.ts|vitest\.config\.ts|package(-lock)?\.json|build\/)/.test(file);

/**
 * The unit and DOM tests that a change can affect, the nearest first. A test that reads files may be about any of them.
 */
export function unitsFor({ changed, units, imports }) {
  const distances = changed.map((file) => importersOf(file, imports));
  const farthest = changed.some(isForAllUnits) ? 1_000 : Number.POSITIVE_INFINITY;
  return units
    .map(({ file, readsFiles }) => ({
      file,
      distance: Math.min(
        readsFiles ? 2 : farthest,
        ...distances.map((of) => of.get(file) ?? farthest),
      ),
    }))
    .filter(({ distance }) => distance !== Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance);
}

/**
 * Takes what fits into a time, in the given order: `{ taken, left }`, lists of files. `secondsOf` says how long a file takes
 * of the whole time; what is beside others takes its part only.
 */
export function fitting(files, seconds, secondsOf) {
  const taken = [];
  const left = [];
  let free = seconds;
  for (const file of files) {
    const needed = secondsOf(file);
    if (needed > free) left.push(file);
    else {
      taken.push(file);
      free -= needed;
    }
  }
  return { taken, left };
}
