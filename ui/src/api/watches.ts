/** The endpoints of guardian links. The link is found by a token, and no cookie is sent, so that nothing joins a link to a device. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { type Bytes, fromBase64url, toBase64url } from "#seal/bytes.ts";
import { tokenHash } from "#seal/keys.ts";
import type {
  ClaimWatchRequest,
  CreateWatchRequest,
  SendWatchItemRequest,
  SubscribeWatchRequest,
  WatchItemsResponse,
  WatchSubscription,
} from "#wire/api.ts";
import { ApiError, request, requestWithToken } from "./client.ts";

/** How long the server may wait for news before it answers, in seconds. */
const WAIT_SECONDS = 25;

const timer = v.object({ dueAt: v.number(), generation: v.number(), fired: v.boolean() });

const owned = v.object({
  push: v.picklist(["works", "none", "broken"]),
  brokenSince: v.nullable(v.number()),
  pushedSeq: v.nullable(v.number()),
  timer: v.nullable(timer),
});

const schema = v.object({
  items: v.array(v.object({ seq: v.number(), bytes: v.string(), at: v.number() })),
  after: v.number(),
  now: v.number(),
  link: v.object({
    state: v.picklist(["open", "claimed", "ended"]),
    version: v.string(),
    owned: v.nullable(owned),
  }),
}) satisfies v.GenericSchema<unknown, WatchItemsResponse>;

/** Sealed bytes with their number, and the server's time of them in epoch milliseconds. */
interface SealedItem {
  readonly seq: number;
  readonly bytes: Bytes;
  readonly at: number;
}

/** The state of a link. Only the person who made it is told `owned`; times in it are Unix seconds. */
export type LinkState = v.InferOutput<typeof schema>["link"];

/** What came over a link. */
export interface Reading {
  readonly items: readonly SealedItem[];
  /** What to ask for the next time. */
  readonly after: number;
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
  readonly signal?: AbortSignal;
}

/** Announces a link, by the hashes of its tokens. */
export async function createWatch(claim: string, owner: string): Promise<void> {
  const body: CreateWatchRequest = {
    claimHash: await tokenHash(claim),
    ownerHash: await tokenHash(owner),
  };
  await request(endpoints.watches, "POST", body, "omit");
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

/** Reads what the other side sent, with the owner's or the guardian's reading token. */
export async function readWatch(token: string, question: Question): Promise<Reading> {
  const { after, version, isPatient = false, signal } = question;
  const query = new URLSearchParams({ after: `${after}`, wait: `${isPatient ? WAIT_SECONDS : 0}` });
  if (version !== undefined) query.set("version", version);
  const path = `${endpoints.watchItems}?${query}`;
  const answer = v.parse(
    schema,
    await requestWithToken(path, token, signal === undefined ? {} : { signal }),
  );
  return {
    items: answer.items.map(({ seq, bytes, at }) => ({
      seq,
      bytes: fromBase64url(bytes) ?? new Uint8Array(),
      at: at * 1000,
    })),
    after: answer.after,
    now: answer.now * 1000,
    link: answer.link,
  };
}

/** Sends sealed bytes; with `wake` the other side is pushed, if it takes pushes. */
export async function sendItem(
  token: string,
  { seq, bytes, wake }: { readonly seq: number; readonly bytes: Bytes; readonly wake: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const body: SendWatchItemRequest = { seq, bytes: toBase64url(bytes), wake };
  const ending = signal === undefined ? {} : { signal };
  await requestWithToken(endpoints.watchItems, token, { method: "POST", body, ...ending });
}

/** Tells the server where pushes go; null for nowhere. */
export async function changePush(
  token: string,
  subscription: WatchSubscription | null,
): Promise<void> {
  const body: SubscribeWatchRequest = { subscription };
  await requestWithToken(endpoints.watchPush, token, { method: "PUT", body });
}

/** Ends a link for both sides; one that has ended already is no error. */
export async function endWatch(token: string): Promise<void> {
  try {
    await requestWithToken(endpoints.watches, token, { method: "DELETE" });
  } catch (error) {
    if (!hasEnded(error)) throw error;
  }
}

/** Whether the server does not take what was sent, however often it is sent. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [400, 413, 422].includes(error.status);
}

/** Whether the server does not have the link, or not any more. */
export function hasEnded(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}
