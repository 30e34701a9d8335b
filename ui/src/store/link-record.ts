/**
 * Typed values in the database of guardian links, with their changes in this tab and elsewhere. The service worker uses
 * them too, so the hook for components is in `use-links.ts`.
 */
import * as v from "valibot";
import { observable } from "#platform/observable.ts";
import { onLinksChangedElsewhere, tellLinksChanged } from "#platform/tabs.ts";
import { changeLinks, readLinks } from "./link-database.ts";

/**
 * What becomes of a change that the disk does not take: it is rejected, or remembered for as long as the page is open.
 */
type WhenFull = "reject" | "remember";

/** A value under a name. */
export interface LinkRecord<T> {
  /** The value, or the fallback. Rejects where the browser has no database. */
  readonly read: () => Promise<T>;
  /**
   * Decides synchronously what follows from the value, in one transaction; resolves when it is on the disk, or remembered
   * where `whenFull` (the record's own, unless it is given) says so.
   */
  readonly change: <A>(
    decide: (before: T) => { keep: T; answer: A },
    whenFull?: WhenFull,
  ) => Promise<A>;
  /** Calls back after every change, also of other tabs and the service worker; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Counts the changes made here, to all values. */
const changes = observable(0);

function subscribe(listener: () => void): () => void {
  const stops = [changes.subscribe(listener), onLinksChangedElsewhere(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Describes a value; the database is not opened before its functions are called. */
export function linkRecord<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  fallback: T,
  usually: WhenFull = "reject",
): LinkRecord<T> {
  let remembered: { readonly value: T } | null = null;
  const parse = (kept: unknown): T => {
    const result = v.safeParse(schema, kept);
    return result.success ? result.output : fallback;
  };
  const current = (kept: unknown): T => (remembered === null ? parse(kept) : remembered.value);
  const change: LinkRecord<T>["change"] = async (decide, whenFull = usually) => {
    let before: unknown;
    try {
      const answer = await changeLinks(name, (kept) => {
        before = kept;
        return decide(current(kept));
      });
      remembered = null;
      return answer;
    } catch (error) {
      if (whenFull === "reject") throw error;
      const { keep, answer } = decide(current(before));
      remembered = { value: keep };
      return answer;
    }
  };
  return {
    read: async () => current(await readLinks(name)),
    change: async (decide, whenFull) => {
      const answer = await change(decide, whenFull);
      changes.set(changes.get() + 1);
      tellLinksChanged();
      return answer;
    },
    subscribe,
  };
}

/** A key of Web Crypto, which the database stores as a handle. */
export const storedKey = v.custom<CryptoKey>(
  (kept) => typeof kept === "object" && kept !== null && "algorithm" in kept,
);

/** Bytes as the database stores them. */
export const storedBytes = v.custom<Uint8Array<ArrayBuffer>>((kept) => kept instanceof Uint8Array);
