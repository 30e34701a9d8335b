/**
 * The engine of this run, its push service, and what it lacks. A story then expects a different result; it is never skipped.
 */
import { inject } from "vitest";
import { startPushService } from "../e2e/push-service.ts";
import type { Browser, BrowserPlan, EngineName, Push } from "./browser.ts";
import { startFirefoxPush } from "./driven/firefox-push.ts";
import { openDriven } from "./driven/open.ts";
import { openWebKit } from "./webkit/open.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly engine: EngineName;
  }
}

/** What an engine may lack. */
interface Lacks {
  /** Messages that wake a service worker. */
  readonly push: boolean;
  /** Speech recognition, which the built-in phrases and a safe word need. */
  readonly recognition: boolean;
  /** Moving pictures from a canvas: of a simulated camera it shows the first frame only. */
  readonly drawnCamera: boolean;
}

const lacksOf: Readonly<Record<EngineName, Lacks>> = {
  webkit: { push: true, recognition: true, drawnCamera: true },
  firefox: { push: false, recognition: true, drawnCamera: false },
  chromium: { push: false, recognition: false, drawnCamera: false },
};

export const engine = inject("engine");
export const lacks = lacksOf[engine];

/** Starts a browser of this engine. */
export function openBrowser(plan: BrowserPlan): Promise<Browser> {
  return engine === "webkit" ? openWebKit(plan) : openDriven(engine, plan);
}

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
