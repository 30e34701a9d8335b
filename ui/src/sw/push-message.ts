/** What a push says, before any key is used. Pure. */
import { fromBase64url } from "#seal/bytes.ts";

/** A sealed item with its number. */
export interface PushedItem {
  readonly seq: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The server's times of it, in epoch milliseconds, as far as it said them. */
  readonly times: { readonly at?: number; readonly gotAt?: number };
}

/** What a push event has. A browser that knows declarative messages hands over the notification that one of them proposes. */
export interface PushedEvent {
  readonly data: { readonly json: () => unknown } | null;
  readonly notification?: Pick<Notification, "data"> | null;
}

/**
 * The sealed item in a push, which the server writes as a declarative message with the item in the notification's data; null
 * for anything else, which means that there is news to fetch.
 */
export function pushedItem({ data, notification }: PushedEvent): PushedItem | null {
  try {
    const message = data?.json() as { notification?: { data?: unknown } } | null | undefined;
    const proposed = notification ?? message?.notification;
    const { seq, bytes, at, gotAt } = (proposed?.data ?? {}) as Record<string, unknown>;
    const sealed = typeof bytes === "string" ? fromBase64url(bytes) : null;
    if (typeof seq !== "number" || sealed === null) return null;
    const times = {
      ...(typeof at === "number" && { at: at * 1_000 }),
      ...(typeof gotAt === "number" && { gotAt: gotAt * 1_000 }),
    };
    return { seq, bytes: sealed, times };
  } catch {
    return null;
  }
}
