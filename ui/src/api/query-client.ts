/** The query cache: how long answers of the server are kept. */
import { QueryClient } from "@tanstack/react-query";
import { request } from "./client.ts";

let client: QueryClient | undefined;

/** This page's cache: answers never become stale, and nothing is retried or fetched in the background. */
export function queryClient(): QueryClient {
  client ??= new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => request(String(queryKey[0])),
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
