/** Reads through the query cache, whose code is loaded on first use. */

/** The answer for `key`, whose first element is its endpoint; fetched once per document. */
export async function loaded<T>(key: readonly [string], ask: () => Promise<T>): Promise<T> {
  const { queryClient } = await import("./query-client.ts");
  return queryClient().fetchQuery({ queryKey: key, queryFn: ask });
}

/** Fetches `key` again after a write. Without a connection the code may be missing: nothing was read then that could be old. */
export async function refresh(key: readonly [string]): Promise<void> {
  const code = await import("./query-client.ts").catch(() => null);
  await code?.queryClient().invalidateQueries({ queryKey: key });
}
