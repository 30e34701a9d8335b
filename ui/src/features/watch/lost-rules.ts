/** What was sent to a guardian's page and can be read no more: the server keeps an item for three days only. Pure. */
import { clockText } from "#content/local-dates.ts";
import { type DownItem, isDrill } from "#seal/items.ts";

/** Between which times something was sent that is lost, in epoch milliseconds by this device's clock. */
interface Lost {
  readonly since: number;
  readonly until: number;
}

/** What is kept of a person, as far as this is concerned: places, and times by this device's clock. */
interface Kept {
  readonly after: number;
  /** The newest place that the service worker read, or that is lost. */
  readonly newest?: number | undefined;
  readonly lost?: Lost | undefined;
  readonly reachedAt?: number | undefined;
  readonly linkedAt: number;
}

/** An answer of the server behind which it has nothing more, and what it brought. */
interface Read {
  /** The place of the newest item before what came, of those that were to be pushed; null where the server does not say so. */
  readonly newsBefore: number | null;
  readonly came: readonly { readonly item: DownItem }[];
  /** When it came, by this device's clock. */
  readonly at: number;
}

/**
 * What is lost, once everything was read that the server still has. Only the end of an emergency, which takes the person's own
 * PIN, says of what was lost before that it is over: a test is also sent by a phone that somebody else has.
 */
export function lostAfter(
  { after, newest: known = 0, lost, reachedAt, linkedAt }: Kept,
  { newsBefore, came, at }: Read,
): { readonly newest: number; readonly lost: Lost | undefined } {
  const isOver = came.some(({ item }) => item.kind === "ended" && !isDrill(item));
  const isMore = newsBefore !== null && newsBefore > Math.max(after, known);
  const since = lost?.since ?? reachedAt ?? linkedAt;
  const all = isMore ? { since, until: at } : lost;
  return { newest: isMore ? newsBefore : known, lost: isOver ? undefined : all };
}

/** A person of whom something may be lost. */
interface Missed {
  readonly name: string;
  readonly lost?: Lost | undefined;
  readonly items: readonly { readonly isPushed?: boolean | undefined }[];
}

/** What is said of it; `offset` is the server's clock minus this device's, and `now` the server's. */
export function lostText(
  { name, lost, items }: Missed,
  offset: number,
  now: number,
): string | null {
  if (lost === undefined) return null;
  const [since, until] = [lost.since, lost.until].map((at) => clockText(at + offset, now));
  const what = items.some(({ isPushed }) => isPushed)
    ? "It may be more than notifications brought here."
    : "Nobody knows what it was.";
  return `Between ${since} and ${until} something was sent here that is no longer kept. ${what} Ask ${name} by voice if all is well, not by a message: someone else may read it.`;
}
