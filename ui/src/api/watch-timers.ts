/** The timers of guardian links. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { type Bytes, toBase64url } from "#seal/bytes.ts";
import { tokenHash } from "#seal/keys.ts";
import type { ArmTimerRequest, ArmTimerResponse } from "#wire/api.ts";
import { requestWithToken } from "./client.ts";

const schema = v.object({
  dueAt: v.number(),
  now: v.number(),
}) satisfies v.GenericSchema<unknown, ArmTimerResponse>;

/** A timer, and the sealed item that it sends unless it is stopped. */
export interface ArmedTimer {
  readonly inSeconds: number;
  readonly graceSeconds: number;
  readonly generation: number;
  readonly seq: number;
  readonly bytes: Bytes;
  /** The token that stops it. */
  readonly stop: string;
}

/** Arms a link's timer with the owner's token; resolves to the milliseconds until it fires. */
export async function armTimer(
  owner: string,
  { inSeconds, graceSeconds, generation, seq, bytes, stop }: ArmedTimer,
  signal: AbortSignal,
): Promise<number> {
  const item = { seq, bytes: toBase64url(bytes) };
  const stopHash = await tokenHash(stop);
  const body: ArmTimerRequest = { inSeconds, graceSeconds, generation, item, stopHash };
  const answer = await requestWithToken(endpoints.watchTimer, owner, {
    method: "PUT",
    body,
    signal,
  });
  const { dueAt, now } = v.parse(schema, answer);
  return (dueAt - now) * 1_000;
}

/** Stops a timer with its own token. */
export async function stopTimer(stop: string, signal: AbortSignal): Promise<void> {
  await requestWithToken(endpoints.watchTimer, stop, { method: "DELETE", signal });
}
