/** The endpoints of guardian links. The link is found by a token, and no cookie is sent, so that nothing joins a link to a device. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { inTime } from "#platform/deadline.ts";
import { type Bytes, fromBase64url, toBase64url } from "#seal/bytes.ts";
import { endedProof, tokenHash } from "#seal/keys.ts";
import type {
  ClaimWatchRequest,
  CreateWatchRequest,
  SendWatchItemRequest,
  SubscribeWatchRequest,
  WatchItemsResponse,
  WatchSubscription,
} from "#wire/api.ts";
import { ApiError, newsQuery, request } from "./client.ts";
import { requestWithToken, TOKEN_REQUEST_MS } from "./token-request.ts";

const timer = v.object({ dueAt: v.number(), generation: v.number(), fired: v.boolean() });

const push = v.picklist(["works", "none", "unreachable", "broken"]);

const owned = v.object({
  // Servers of earlier releases do not say it.
  newestGeneration: v.optional(v.nullable(v.number()), null),
  pushedSeq: v.nullable(v.number()),
  timer: v.nullable(timer),
  push,
  brokenSince: v.nullable(v.number()),
});

const schema = v.object({
  items: v.array(
    v.object({
      seq: v.number(),
      bytes: v.string(),
      at: v.number(),
      gotAt: v.optional(v.nullable(v.number()), null),
    }),
  ),
  after: v.number(),
  // Servers of earlier releases do not say it.
  newsBefore: v.optional(v.nullable(v.number()), null),
  now: v.number(),
  link: v.object({
    state: v.picklist(["open", "claimed", "ended"]),
    version: v.string(),
    ended: v.optional(v.nullable(v.string()), null),
    owned: v.nullable(owned),
    reached: v.nullable(v.object({ push })),
  }),
}) satisfies v.GenericSchema<unknown, WatchItemsResponse>;

/** The server's times of an item, in epoch milliseconds: when it was sent, and when it was got where that was earlier. */
interface ItemTimes {
  readonly at: number;
  readonly gotAt?: number;
}

/** Sealed bytes with their number. */
interface SealedItem extends ItemTimes {
  readonly seq: number;
  readonly bytes: Bytes;
}

/** Whether pushes reach a guardian's browser, as the server sees it. */
export type PushReach = v.InferOutput<typeof push>;

/** The state of a link. Only the person who made it is told `owned`, whose times are Unix seconds; only the guardian `reached`. */
export type LinkState = v.InferOutput<typeof schema>["link"];

/** What came over a link. */
export interface Reading {
  readonly items: readonly SealedItem[];
  /** What to ask for the next time. */
  readonly after: number;
  /** The place of the guardian's newest item before these but for routine, also where it is kept no more; null where the server does not say so. */
  readonly newsBefore: number | null;
  /** The server's clock, in epoch milliseconds. */
  readonly now: number;
  readonly link: LinkState;
}

/** What to read. */
export interface Question {
  /** The place behind which items are new; -1 for all. */
  readonly after: number;
  /** The version of the link's state that is known: a request that waits is answered when there is another one. */
  readonly version?: string;
  /** Whether the server waits for news. */
  readonly isPatient?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Announces a link, by the hashes of its tokens. Rejects also when it takes too long; a link that is lost so is never used. */
export async function createWatch(claim: string, owner: string): Promise<void> {
  const body: CreateWatchRequest = {
    claimHash: await tokenHash(claim),
    ownerHash: await tokenHash(owner),
  };
  await inTime(TOKEN_REQUEST_MS, () => request(endpoints.watches, "POST", body, "omit"));
}

/** What a guardian sends to claim a link. */
interface Claim {
  /** The claim token, which the link gives. */
  readonly token: string;
  readonly read: string;
  readonly post: string;
  readonly hello: Bytes;
}

/** Claims a link, once; the server answers 410 after that. */
export async function claimWatch({ token, read, post, hello }: Claim): Promise<void> {
  const body: ClaimWatchRequest = {
    readHash: await tokenHash(read),
    postHash: await tokenHash(post),
    hello: toBase64url(hello),
    subscription: null,
  };
  await requestWithToken(endpoints.claimWatch, token, { method: "POST", body });
}

/**
 * Reads what the other side sent, with the owner's or the guardian's reading token. Rejects an answer that says that the link has
 * ended and does not prove it.
 */
export async function readWatch(token: string, question: Question): Promise<Reading> {
  const { after, version, isPatient = false, signal } = question;
  const query = newsQuery(after, isPatient);
  if (version !== undefined) query.set("version", version);
  const path = `${endpoints.watchItems}?${query}`;
  const answer = v.parse(schema, await requestWithToken(path, token, { signal }));
  const { state, ended } = answer.link;
  if (state === "ended" && ended !== (await endedProof(token))) {
    throw new Error("Nothing proves that the link has ended.");
  }
  return {
    items: answer.items.map(({ seq, bytes, at, gotAt }) => ({
      seq,
      bytes: fromBase64url(bytes) ?? new Uint8Array(),
      at: at * 1000,
      ...(gotAt !== null && { gotAt: gotAt * 1000 }),
    })),
    after: answer.after,
    newsBefore: answer.newsBefore,
    now: answer.now * 1000,
    link: answer.link,
  };
}

/** What is sent; `isRoutine` is what nobody misses who never reads it. */
interface ItemToSend {
  readonly seq: number;
  readonly bytes: Bytes;
  readonly wake: boolean;
  readonly isRoutine?: boolean;
}

/** Sends sealed bytes; with `wake` the other side is pushed, if it takes pushes. */
export async function sendItem(
  token: string,
  { seq, bytes, wake, isRoutine = false }: ItemToSend,
  signal?: AbortSignal,
): Promise<void> {
  const body: SendWatchItemRequest = { seq, bytes: toBase64url(bytes), wake, isRoutine };
  await requestWithToken(endpoints.watchItems, token, { method: "POST", body, signal });
}

/** Tells the server where pushes go; null for nowhere. */
export async function changePush(
  token: string,
  subscription: WatchSubscription | null,
): Promise<void> {
  const body: SubscribeWatchRequest = { subscription };
  await requestWithToken(endpoints.watchPush, token, { method: "PUT", body });
}

/** Ends a link for both sides; one that has ended already is no error while the server remembers it. */
export async function endWatch(token: string): Promise<void> {
  await requestWithToken(endpoints.watches, token, { method: "DELETE" });
}

/** Whether the server does not take what was sent, however often it is sent. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [400, 413, 422].includes(error.status);
}

/**
 * Whether an answer says that the link is not there. Anybody on the way can say so, such as the sign-in page of a hotel, and so
 * can a server that was restored: by itself it ends nothing.
 */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** More than the number of any place in a link's order. */
const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

/** Whether a request failed because the link has ended, which the server proves to the reading or owner's token. */
export async function hasEnded(
  error: unknown,
  token: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!isMissing(error)) return false;
  const reading = await readWatch(token, { after: BEHIND_ALL, signal }).catch(() => null);
  return reading?.link.state === "ended";
}
