/** Requests with a token in place of cookies, and how long they may take. Public pages send none, and load none of this. */
import { inTime } from "#platform/deadline.ts";
import { bodyOf, json, type Method } from "./client.ts";

/**
 * How long a request with a token may take that has no signal of its own, in milliseconds. An answer on a notification that fails
 * opens the page, which Chromium lets a worker do for ten seconds after the tap (`kWindowInteractionTimeout`).
 */
export const TOKEN_REQUEST_MS = 8_000;

/** What a request with a token needs besides; who gives it a signal ends it. */
interface TokenRequest {
  readonly method?: Method;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request without cookies, with a token in their place, so that the server cannot tell whose device it is; resolves and rejects
 * as `request` does. It also rejects when it takes too long, and the server may have got it.
 */
export function requestWithToken(
  path: string,
  token: string,
  { method = "GET", body, signal }: TokenRequest,
): Promise<unknown> {
  const init = json(body);
  const headers = { ...init.headers, Authorization: `Bearer ${token}` };
  const ask = async (ending: AbortSignal) =>
    bodyOf(await fetch(path, { ...init, signal: ending, method, headers, credentials: "omit" }));
  return signal === undefined ? inTime(TOKEN_REQUEST_MS, ask) : ask(signal);
}
