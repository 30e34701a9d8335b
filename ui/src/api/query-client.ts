/** How answers of our own server are kept (spec section 7, "Shared behaviour"). */
import { QueryClient } from "@tanstack/react-query";
import { call } from "./client.ts";

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
