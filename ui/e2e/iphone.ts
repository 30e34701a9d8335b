/** An iPhone, whose app on the home screen has a storage of its own. */
import type { BrowserContextOptions } from "playwright-core";
import type { WatchedPage } from "./browser.ts";
import { phoneOptions, prepare } from "./phone.ts";
import type { Stage } from "./stage.ts";

const iPhone: BrowserContextOptions = {
  ...phoneOptions,
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
};

/** Safari, with these settings. */
export async function openSafari(
  on: Stage,
  settings: unknown,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const safari = await on.visit({ ...iPhone, ...options });
  await prepare(safari.context, settings);
  return safari;
}

/** The app on the home screen, with these settings; without any it was just installed. */
export async function openHomeScreenApp(
  on: Stage,
  options: BrowserContextOptions = {},
  settings: unknown = null,
): Promise<WatchedPage> {
  const app = await on.visit({ ...iPhone, ...options });
  await prepare(app.context, settings);
  await app.context.addInitScript(() => {
    Object.assign(navigator, { standalone: true });
  });
  return app;
}
