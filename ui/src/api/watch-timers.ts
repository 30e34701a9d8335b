/** The timers of guardian links. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { type Bytes, toBase64url } from "#seal/bytes.ts";
import { tokenHash } from "#seal/keys.ts";
import type { ArmTimerRequest, ArmTimerResponse, StopTimerResponse } from "#wire/api.ts";
import { requestWithToken } from "./token-request.ts";

const armed = v.object({
  dueAt: v.number(),
  now: v.number(),
  fired: v.boolean(),
  hasPush: v.boolean(),
}) satisfies v.GenericSchema<unknown, ArmTimerResponse>;

const stopped = v.object({
  fired: v.boolean(),
}) satisfies v.GenericSchema<unknown, StopTimerResponse>;

/** A timer, and the sealed item that it sends unless it is stopped. */
export interface TimerToArm {
  /** When it fires: at a time of the server in epoch milliseconds, or so many seconds from now; null for when it would have. */
  readonly due: { readonly at: number } | { readonly inSeconds: number } | null;
  readonly generation: number;
  readonly seq: number;
  readonly bytes: Bytes;
  /** The token that stops it. */
  readonly stop: string;
}

/** What the server holds; times are its own, in epoch milliseconds. */
export interface ArmedTimer {
  readonly alertAt: number;
  readonly now: number;
  /** Whether it had fired before, so that nothing was armed. */
  readonly hasFired: boolean;
  /** Whether the guardian's phone can be pushed to. */
  readonly hasPush: boolean;
}

const times = (due: TimerToArm["due"]) => {
  if (due === null) return {};
  return "at" in due ? { dueAt: due.at / 1_000 } : { inSeconds: due.inSeconds, graceSeconds: 0 };
};

/** Arms a link's timer with the owner's token. */
export async function armTimer(
  owner: string,
  { due, generation, seq, bytes, stop }: TimerToArm,
  signal: AbortSignal,
): Promise<ArmedTimer> {
  const item = { seq, bytes: toBase64url(bytes) };
  const stopHash = await tokenHash(stop);
  const body: ArmTimerRequest = { ...times(due), generation, item, stopHash };
  const answer = v.parse(
    armed,
    await requestWithToken(endpoints.watchTimer, owner, { method: "PUT", body, signal }),
  );
  const { dueAt, now, fired, hasPush } = answer;
  return { alertAt: dueAt * 1_000, now: now * 1_000, hasFired: fired, hasPush };
}

/** Stops a timer with its own token; resolves to whether it had fired before. */
export async function stopTimer(stop: string, signal: AbortSignal): Promise<boolean> {
  const request = { method: "DELETE", signal } as const;
  return v.parse(stopped, await requestWithToken(endpoints.watchTimer, stop, request)).fired;
}
