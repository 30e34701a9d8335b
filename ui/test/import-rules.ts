/** What each room of `src/` may import. */

const below = ["content", "wire", "platform", "seal"];
const belowFeatures = [...below, "api", "store", "sync", "boot", "components"];
const belowPages = [...belowFeatures, "features"];

/** The rooms and files that a room may import besides its own files. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  styles: [],
  html: [],
  content: ["wire"],
  platform: ["content", "wire"],
  seal: ["content", "wire"],
  api: below,
  store: below,
  sync: [...below, "api", "store"],
  // It runs before the app, and stays small.
  boot: ["content", "platform"],
  // They know nothing of the product.
  components: ["content", "platform/observable.ts", "platform/page/screen.ts"],
  features: belowFeatures,
  pages: belowPages,
  app: [...belowPages, "pages"],
  // Of other rooms it has what guardians need: every script that runs at a push is read first.
  sw: [
    ...[
      "content",
      "seal",
      "platform/clock.ts",
      "platform/deadline.ts",
      "platform/workers/push-subscription.ts",
    ],
    ...[
      "api/watches.ts",
      "store/guardians/shown-tests.ts",
      "store/guardians/watched.ts",
      "sync/answering.ts",
    ],
    ...["sync/guardian-outbox.ts", "sync/guardian-reading.ts", "sync/push-address.ts"],
    ...["sync/story.ts", "sync/heard-rules.ts", "sync/telling.ts"],
  ],
};

/** A machine, rules or a message: told all that it needs, so that a test can try sequences. */
const pure = /^features\/(.+\/)?((machine(-[^/]+)?|(.+-)?rules|(.+-)?message)\.tsx?$|machine\/)/;

/** What is pure may import besides its feature's own files. */
const besidePure = [
  ...["content", "wire"],
  ...["seal/items.ts", "sync/story.ts", "sync/heard-rules.ts"],
];

/** The room of a file: its folder in `src/`, and within the features that of one feature. */
const roomOf = (file: string) =>
  file.startsWith("features/") ? file.split("/", 2).join("/") : (file.split("/", 1)[0] ?? "");

const isWithin = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

/** Whether an import names a package. */
const isPackage = (imported: string) =>
  !Object.keys(rooms).some((room) => isWithin(imported, room)) && !imported.startsWith("test/");

/** Whether a file may import another one, or a package. Files beside the rooms, which begin a bundle, may import all. */
export function mayImport(file: string, imported: string): boolean {
  const allowed = rooms[file.split("/", 1)[0] ?? ""];
  if (allowed === undefined) return !isWithin(imported, "test");
  if (pure.test(file)) {
    if (isPackage(imported)) return !/^react\b/.test(imported);
    return [roomOf(file), ...besidePure].some((place) => isWithin(imported, place));
  }
  if (isPackage(imported)) return true;
  return [roomOf(file), ...allowed].some((place) => isWithin(imported, place));
}
