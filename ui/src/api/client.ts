/** Calls to our own server, and how their answers are kept (spec section 7, "Shared behaviour"). */
import { QueryClient } from "@tanstack/react-query";

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

let client: QueryClient | undefined;

/** The cache of this page: an answer never grows old, nothing is asked twice or behind the person's back. */
export function queryClient(): QueryClient {
  client ??= new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => call(String(queryKey[0])),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
