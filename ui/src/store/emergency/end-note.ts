/**
 * A note of the last ends in the browser's cache. On a disk without any room Chromium may lose what the database and local storage took,
 * and after a kill the emergency would be on again. A text in the cache that takes the place of another one stays.
 *
 * Where the cache refuses every write and deletes nothing from a lost end on, and can be read again after a kill that also takes a
 * later call from both homes, that call is taken for over with the emergency: nothing on the device differs from one without that call.
 */
import * as v from "valibot";
import { timeLimit } from "#platform/clock.ts";
import { readCachedText, writeCachedText } from "#platform/storage/cached-text.ts";

/** The path says nothing. */
const PATH = "/rates/last";

/** How long a start waits for it, in milliseconds: few phones ever need it. */
const PATIENCE_MS = 250;

/** How many ends are noted: after several on a full disk the homes may have any of these emergencies. */
const KEPT = 4;

const schema = v.array(
  v.object({
    /** The emergency. */
    id: v.string(),
    /** When the code was typed. */
    at: v.number(),
    /** Whether guardians are told that it is over. */
    isOwn: v.fallback(v.boolean(), false),
  }),
);

/** Ends as they are noted. */
export type NotedEnds = v.InferOutput<typeof schema>;

/** Where the note is. */
interface NoteText {
  readonly read: () => Promise<string | null>;
  /** With `isOldWrong` the text before is deleted where there is no room for this one. */
  readonly write: (text: string, isOldWrong: boolean) => Promise<void>;
}

/** Makes the functions for a note. */
export function endNotes({ read, write }: NoteText) {
  let known: NotedEnds = [];
  let written: Promise<void> = Promise.resolve();
  return {
    /**
     * Notes that an emergency ended at `at`, or, with null, that it goes on or that help was called for: then no end is noted until
     * the next one, which takes the place of that text. Where the cache has no room for it, the ends are deleted.
     */
    noteEnd: (id: string, at: number | null, isOwn = false): void => {
      const others = known.filter((one) => one.id !== id);
      known = at === null ? others : [{ id, at, isOwn }, ...others].slice(0, KEPT);
      const text = JSON.stringify(at === null ? [] : known);
      // In the order in which things happened: no end is written after the call that followed it.
      written = written.then(() => write(text, at === null));
    },
    /** The ends that are noted; none where the note cannot be read. */
    notedEnds: async (): Promise<NotedEnds> => {
      try {
        const noted = v.parse(schema, JSON.parse((await read()) ?? "[]"));
        if (known.length === 0) known = noted;
        return noted;
      } catch {
        return [];
      }
    },
  };
}

export const { noteEnd, notedEnds } = endNotes({
  read: () => timeLimit(readCachedText(PATH), PATIENCE_MS),
  write: (text, isOldWrong) => writeCachedText(PATH, text, isOldWrong),
});
