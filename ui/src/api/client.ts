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

/**
 * Sends a request, with cookies, and returns the parsed JSON body, or undefined for an empty one.
 * Throws an `ApiError` for any status other than 2xx, and a `TypeError` without a connection.
 */
export async function request(
  path: string,
  method: "GET" | "POST" | "PATCH" | "DELETE" = "GET",
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: "include",
    ...(body === undefined
      ? {}
      : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new ApiError(response.status, text || response.statusText);
  }
  return text === "" ? undefined : JSON.parse(text);
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
