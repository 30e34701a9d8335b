/** How data is loaded and kept: the shared behaviour of spec section 7. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callApi } from "./client.ts";

/**
 * A cache whose data never goes stale, which asks again neither on focus nor after a failure, and
 * which by default loads a key's first element as a URL. Calls go out even when the browser believes
 * to be offline: a failure that is shown is better than a call that silently waits.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => callApi("GET", String(queryKey[0])),
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
}

/** Gives a page a cache of its own. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
