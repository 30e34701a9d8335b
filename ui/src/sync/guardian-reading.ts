/** Reads everything that a person's phone sent, and keeps it. The guardian's page and the service worker use it. */
import { type Question, type Reading, readWatch } from "#api/watches.ts";
import { readingLimits } from "#content/guardian-limits.ts";
import { openDown } from "#seal/items.ts";
import { openGiven } from "#seal/sound-items.ts";
import { type GivenSound, noteGivenSounds } from "#store/guardians/given-sounds.ts";
import { changeWatched, type Received, type Watched, withItems } from "#store/guardians/watched.ts";

/** Whether an answer may have left something for the next one. */
const isFull = ({ items }: Reading) =>
  items.length >= readingLimits.items ||
  items.reduce((sum, { bytes }) => sum + bytes.length, 0) >= readingLimits.bytes;

/** What is new, in as many answers as it takes: the worst of it may be the last. `read` asks for one of them. */
export async function readAll(
  token: string,
  question: Question,
  read: typeof readWatch = readWatch,
): Promise<Reading> {
  const { signal } = question;
  let page = await read(token, question);
  const items = [...page.items];
  const { newsBefore } = page;
  let { after } = question;
  while (isFull(page) && page.after > after) {
    after = page.after;
    page = await read(token, { after, ...(signal && { signal }) });
    items.push(...page.items);
  }
  return { ...page, items, newsBefore };
}

/** What opens with the person's key; nothing else changes anything. */
export async function opened(
  { down }: Pick<Watched, "down">,
  { items }: Pick<Reading, "items">,
): Promise<readonly Received[]> {
  const all = items.map(async ({ seq, bytes, ...times }): Promise<Received[]> => {
    const item = await openDown(down, seq, bytes);
    return item === null ? [] : [{ seq, ...times, item }];
  });
  return (await Promise.all(all)).flat();
}

/** Keeps what was given to listen to emergencies: the server forgets it sooner than the sound. */
export async function keepGiven(
  { id, down }: Pick<Watched, "id" | "down">,
  { items }: Pick<Reading, "items">,
): Promise<void> {
  const all = items.map(async ({ seq, bytes }): Promise<GivenSound[]> => {
    const given = await openGiven(down, seq, bytes);
    return given === null ? [] : [{ person: id, ...given }];
  });
  await noteGivenSounds((await Promise.all(all)).flat());
}

/**
 * Stores what came, and what `also` says besides; resolves to what is known of the person then, or to null where they were
 * removed. What a disk does not take is known all the same.
 */
export async function keepCame(
  person: Watched,
  came: readonly Received[],
  also: (before: Watched) => Partial<Watched> = () => ({}),
): Promise<Watched | null> {
  const change = (before: Watched) => ({ ...withItems(before, came), ...also(before) });
  return changeWatched(person.id, change).catch(() => change(person));
}
