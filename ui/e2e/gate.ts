import type { BrowserContext } from "playwright-core";

/** A gate that a test holds closed until it wants what waits behind it to go on. */
export type Gate = { readonly opened: Promise<void>; readonly open: () => void };

/** A closed gate. Opening it twice is the same as once. */
export function closedGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * Keeps a page that leads on by itself where it is: visits of addresses that match are answered without content. Resolves to
 * a list to which each of these addresses is added. The context also sees requests of the page's worker.
 */
export async function keepFrom(context: BrowserContext, pattern: string): Promise<string[]> {
  const asked: string[] = [];
  await context.route(pattern, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ status: 204 });
  });
  return asked;
}
