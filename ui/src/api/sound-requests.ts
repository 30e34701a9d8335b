/** Requests about sound: their bodies and answers are bytes or JSON, and the server may say when it wants to be asked again. */
import { ApiError } from "./client.ts";

/** A response with a status other than 2xx. */
export class SoundError extends ApiError {
  /** After how many seconds the server wants to be asked again; null where it does not say. */
  readonly retryAfter: number | null;
  /** Whether our server answered, and not something on the way, as the page of a network that asks for a password. */
  readonly isOurs: boolean;

  constructor({ status, statusText, headers }: Response, text: string) {
    super(status, text || statusText);
    const seconds = Number.parseInt(headers.get("Retry-After") ?? "", 10);
    this.retryAfter = seconds >= 0 ? seconds : null;
    this.isOurs = headers.has("X-Error-Code");
  }
}

/** Whether our server says that it does not have what was asked for. */
export function isUnknown(error: unknown): boolean {
  return error instanceof SoundError && error.status === 404 && error.isOurs;
}

/** What a request needs besides path and token. */
interface SoundRequest {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: { readonly json: unknown } | { readonly bytes: Uint8Array<ArrayBuffer> };
  readonly signal?: AbortSignal | undefined;
}

function content(body: SoundRequest["body"]): { type: string; body: BodyInit } | null {
  if (body === undefined) return null;
  return "json" in body
    ? { type: "application/json", body: JSON.stringify(body.json) }
    : { type: "application/octet-stream", body: body.bytes };
}

/** Sends a request with a token and without cookies. Throws a `SoundError` for any status but 2xx, and a `TypeError` without a connection. */
export async function requestSound(
  path: string,
  token: string,
  { method = "GET", body, signal }: SoundRequest = {},
): Promise<Response> {
  const made = content(body);
  const response = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(made && { "Content-Type": made.type }),
    },
    credentials: "omit",
    ...(made && { body: made.body }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new SoundError(response, await response.text());
  return response;
}
