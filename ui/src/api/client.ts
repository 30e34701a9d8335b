/** Requests to our own server. */

/** A response with a status other than 2xx. The message is the status, a colon and the body. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(`${status}: ${sentence}`);
    this.status = status;
  }
}

/** The methods of the API. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parsed JSON body of a response, or undefined for an empty one. Throws an `ApiError` for any status but 2xx. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) {
    throw new ApiError(response.status, text || response.statusText);
  }
  return text === "" ? undefined : JSON.parse(text);
}

/** What a request with this body as JSON has; nothing for none. */
export const json = (body: unknown) =>
  body === undefined
    ? {}
    : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };

/** Sends a body as JSON. Throws a `TypeError` without a connection. */
export function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, { method: "POST", credentials: "include", ...json(body) });
}

/**
 * Sends a request, with cookies unless `credentials` says otherwise, and returns the parsed JSON body, or undefined for an
 * empty one. Throws an `ApiError` for any status other than 2xx, and a `TypeError` without a connection.
 */
export async function request(
  path: string,
  method: Method = "GET",
  body?: unknown,
  credentials: "include" | "omit" = "include",
): Promise<unknown> {
  return bodyOf(await fetch(path, { method, credentials, ...json(body) }));
}

/** Whether the server refused a request because too many came before it. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

/** Whether the server has something else under the same name or number. */
export function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Whether a failed request got no response: `fetch` throws a `TypeError` without a connection. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError;
}

/** The server's sentence where the user can act on it, after status 400 or 429; else null. */
export function sentenceOf(error: unknown): string | null {
  const canAct = error instanceof ApiError && (error.status === 400 || error.status === 429);
  return canAct ? error.message.replace(/^\d+: /, "") : null;
}

/** How long the server may wait for news before it answers, in seconds: as long as it ever does (`server/src/extract/long_poll.rs`). */
const WAIT_SECONDS = 25;

/** The parameters of a question for what came behind `after`. The server answers a patient one when there is news, and others at once. */
export function newsQuery(after: number, isPatient: boolean): URLSearchParams {
  return new URLSearchParams({ after: `${after}`, wait: `${isPatient ? WAIT_SECONDS : 0}` });
}
