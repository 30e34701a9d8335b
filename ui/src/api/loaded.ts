/** Loads data through the cache of the page, whose code comes only when there is something to load. */

/** The answer for `key`, whose first element is its address; asked for once per page (spec section 7). */
export async function loaded<T>(key: readonly [string], ask: () => Promise<T>): Promise<T> {
  const { queryClient } = await import("./query-client.ts");
  return queryClient().fetchQuery({ queryKey: key, queryFn: ask });
}

/** Asks anew for what is kept under `key`, once something was written. */
export async function refresh(key: readonly [string]): Promise<void> {
  const { queryClient } = await import("./query-client.ts");
  await queryClient().invalidateQueries({ queryKey: key });
}
