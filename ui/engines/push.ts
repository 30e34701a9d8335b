/** The push service of an engine on this machine. */
import { startPushService } from "../e2e/push-service.ts";
import type { Push } from "./browser.ts";
import { startFirefoxPush } from "./driven/firefox-push.ts";
import { engine } from "./engine.ts";

/** The host of the push addresses that Debian's Chromium gives out. */
const CHROMIUM_HOST = "jmt17.google.com";

async function startChromiumPush(): Promise<Push> {
  const { origin, flags, stop } = await startPushService();
  return { hosts: `${CHROMIUM_HOST}=${origin}`, flags, preferences: {}, stop };
}

/** Starts the service of this engine; null where the engine has no Push. */
export async function startPush(): Promise<Push | null> {
  if (engine === "webkit") return null;
  return engine === "firefox" ? startFirefoxPush() : startChromiumPush();
}
