/** What the lock says of sound that leaves the phone, written by what sends it. In memory: what sends it looks anew. */
import { observable } from "#platform/observable.ts";

/** The sentences; null where no sound leaves the phone, and behind a disguise. */
export const soundLine = observable<string | null>(null);
