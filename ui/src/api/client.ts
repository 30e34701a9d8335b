/** Calls to our own server (spec section 7, "Shared behaviour"). */

/** The server answered, but not with success. The message is the status, a colon and the server's sentence. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(`${status}: ${sentence}`);
    this.status = status;
  }
}

/**
 * Sends a call and returns the parsed answer, undefined when the answer has no body.
 * Throws an ApiError for any status that is no success, and what `fetch` throws when nothing answers.
 */
export async function call(
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

/** Whether a failed call was never answered: `fetch` throws a TypeError without a connection. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError;
}

/** The server's own sentence where the person can act on it: a wrong entry, or too many tries. */
export function sentenceOf(error: unknown): string | null {
  const canAct = error instanceof ApiError && (error.status === 400 || error.status === 429);
  return canAct ? error.message.replace(/^\d+: /, "") : null;
}
