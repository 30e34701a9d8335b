/**
 * The guardian's page for a place without a connection: the document and the files that it names, in a cache of their own.
 * What stands in it is the same for everybody; what came is in the page's database.
 */
import * as paths from "#content/paths.ts";
import { withinTime } from "#platform/clock.ts";
import { people } from "#store/guardians/watched.ts";
import { filesIn } from "./release-rules.ts";

const CACHE = "updates";

/** How long the network may take before the kept page is shown, in milliseconds. */
const PATIENCE_MS = 4_000;

/** The kept copy is the same whatever a request's headers were. */
const ANY = { ignoreVary: true, ignoreSearch: true };

/** Keeps a document with the files that it names, and nothing of an older one. */
async function keep(page: Response): Promise<void> {
  if (!page.ok) return;
  const files = filesIn(await page.clone().text());
  const needed = new Set<string>([paths.watch, ...files]);
  const cache = await caches.open(CACHE);
  const known = await cache.keys();
  const pathOf = ({ url }: Request) => new URL(url).pathname;
  const isKnown = (file: string) => known.some((one) => pathOf(one) === file);
  await cache.addAll([...needed].filter((file) => file !== paths.watch && !isKnown(file)));
  // After its files, so that the document that is kept can be shown. Its path alone: an address may hold a link.
  await cache.put(paths.watch, page);
  const old = known.filter((one) => !needed.has(pathOf(one)));
  await Promise.all(old.map((one) => cache.delete(one)));
}

/** Only on a guardian's device is something kept: not on the phone of a person who has guardians. */
const isGuardian = async () => (await people.read()).length > 0;

/** Keeps the page that registers the worker, which was loaded without it, unless that takes long. Never rejects. */
export async function keepFirst(): Promise<void> {
  const kept = async () => {
    if (await isGuardian()) await keep(await fetch(paths.watch));
  };
  await withinTime(kept(), PATIENCE_MS, undefined);
}

/** Keeps what the network answers to a visit. */
export async function keepVisited(answer: Promise<Response>): Promise<void> {
  const copy = (await answer).clone();
  if (await isGuardian()) await keep(copy);
  else await caches.delete(CACHE);
}

/** What is kept for a request; a browser whose disk is full may refuse to look. */
const keptFor = (asked: Request | string) =>
  caches
    .open(CACHE)
    .then((cache) => cache.match(asked, ANY))
    .catch(() => undefined);

/** Whether an answer is none of this page: the server is busy or down. */
const isUnserved = ({ status }: Response) => status === 429 || status >= 500;

/** The page from the network, or the kept one where that fails, takes long or is refused for now. */
export async function watchPage(answer: Promise<Response>): Promise<Response> {
  const page = await withinTime(answer, PATIENCE_MS, null);
  if (page !== null && !isUnserved(page)) return page;
  return (await keptFor(paths.watch)) ?? answer;
}

/** A file of the page. */
export async function watchFile(request: Request): Promise<Response> {
  return (await keptFor(request)) ?? fetch(request);
}
