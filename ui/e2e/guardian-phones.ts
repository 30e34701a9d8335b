/** A person's phone and a guardian's, each in a profile on the disk, with a real server and a push service between them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { chromiumFlags, chromiumPath, watch } from "./browser.ts";
import { type KillableBrowser, openKillable } from "./killable.ts";
import { pasted, patience } from "./phone.ts";
import { type PushService, startPushService } from "./push-service.ts";
import { openRow } from "./rows.ts";
import { startServer, type TestServer } from "./server.ts";
import { untilSettled } from "./still.ts";

/** The host of the push addresses that Debian's Chromium gives out. */
const PUSH_HOST = "jmt17.google.com";

/** A notification that is shown. */
type ShownNotification = { title: string; body: string };

/** The guardian's browser. */
type GuardianPhone = {
  context: BrowserContext;
  page: Page;
  problems: string[];
  /** Closes every page of the site, so that only the worker is left. */
  leave: () => Promise<void>;
  /** What is shown now. */
  notifications: () => ShownNotification[];
  /** Closes all that is shown. */
  clear: () => Promise<void>;
  /** Taps the notification that is shown, or one of its answers. */
  tap: (action: string) => Promise<void>;
};

/** Everything, linked. */
export type GuardedPhones = {
  server: TestServer;
  push: PushService;
  her: KillableBrowser;
  his: GuardianPhone;
  /** The link, after it was used. */
  link: string;
  /** The folders of the two profiles. */
  profiles: { readonly her: string; readonly his: string };
  /** Opens her browser again on the same profile, after it was killed. */
  reopen: () => Promise<KillableBrowser>;
  stop: () => Promise<void>;
};

/** The button with exactly this name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Makes a link in the settings and returns its URL. */
export async function makeLink(page: Page, name: string): Promise<string> {
  await openRow(page, "Guardians");
  await button(page, "Add a guardian").click();
  await page.getByLabel("Guardian's name").fill(name);
  await button(page, "Make a link").click();
  await page.getByRole("img", { name: `The code of the link for ${name}` }).waitFor(patience);
  await button(page, "Copy the link").click();
  await button(page, "Copied").waitFor(patience);
  return pasted(page);
}

/** Opens a link as a guardian, and uses it. */
export async function beGuardian(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Who sent you this link?").fill(name);
  await button(page, "Be a guardian").click();
}

/**
 * What the browser shows, by its own record. `getNotifications` would take part: Chromium deletes from its database what it
 * was told to show and does not show yet.
 */
async function followNotifications(
  context: BrowserContext,
): Promise<Map<string, ShownNotification>> {
  const shown = new Map<string, ShownNotification>();
  const session = await context.newCDPSession(await context.newPage());
  session.on("BackgroundService.backgroundServiceEventReceived", (received) => {
    const { eventName, instanceId, eventMetadata } = received.backgroundServiceEvent;
    const fieldOf = (name: string) => eventMetadata.find(({ key }) => key === name)?.value ?? "";
    if (eventName === "Notification displayed")
      shown.set(instanceId, { title: fieldOf("Title"), body: fieldOf("Body") });
    else if (eventName === "Notification closed") shown.delete(instanceId);
  });
  const service = "notifications";
  await session.send("BackgroundService.setRecording", { service, shouldRecord: true });
  await session.send("BackgroundService.startObserving", { service });
  return shown;
}

/** Opens the guardian's browser. */
async function openGuardian(
  profile: string,
  origin: string,
  push: PushService,
): Promise<GuardianPhone> {
  const background = "--disable-background-networking";
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    ignoreDefaultArgs: [background],
    args: [...chromiumFlags.filter((flag) => flag !== background), ...push.flags],
    baseURL: origin,
  });
  await context.grantPermissions(["notifications"], { origin });
  const problems = watch(context, origin);
  const page = context.pages()[0] ?? (await context.newPage());
  const shown = await followNotifications(context);
  // The worker is asked itself: a page of the site would be one that is open.
  const worker = () => {
    const found = context.serviceWorkers().find((one) => one.url().endsWith("/watch-worker.js"));
    if (found === undefined) throw new Error("The worker does not run.");
    return found;
  };
  return {
    context,
    page,
    problems,
    leave: async () => {
      await page.goto("about:blank");
      expect(context.pages().every((one) => !one.url().startsWith(origin))).toBe(true);
    },
    notifications: () => [...shown.values()],
    clear: async () => {
      await worker().evaluate(async () => {
        const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
        for (const one of await scope.registration.getNotifications()) one.close();
      });
      await expect.poll(() => shown.size, patience).toBe(0);
    },
    tap: (action) =>
      worker().evaluate(async (chosen) => {
        const scope = globalThis as unknown as {
          registration: ServiceWorkerRegistration;
          NotificationEvent: new (type: string, init: object) => Event;
        };
        const [notification] = await scope.registration.getNotifications();
        // A click on the desktop cannot be made by a test; the browser would send this event.
        const event = new scope.NotificationEvent("notificationclick", {
          notification,
          action: chosen,
        });
        // The browser lets only events of its own keep the worker alive.
        Object.defineProperty(event, "waitUntil", { value: () => undefined });
        globalThis.dispatchEvent(event);
      }, action),
  };
}

/** The emergency screen of her phone. */
export async function openHome(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/home`);
  await page.getByText("Ready", { exact: true }).waitFor(patience);
  // What tells guardians is loaded after the page.
  await untilSettled(page);
}

/** Lets a guardian hear what is recorded; resolves when that is stored, which the switch shows. */
export async function sendSound(page: Page, guardian: string): Promise<void> {
  const name = `Send sound to ${guardian}`;
  await page.getByRole("switch", { name, checked: false }).click();
  await page.getByRole("switch", { name, checked: true }).waitFor(patience);
}

/** What each calls the other. */
const NAMES = { guardian: "Ben", person: "Mia" };

/** How the phones of a test differ from the usual ones. */
type GuardedPlan = {
  names?: typeof NAMES;
  /** Where browsers reach a server of this origin; the server's own where it is not said. */
  reach?: (origin: string) => Promise<string>;
  environment?: Record<string, string>;
  /** More flags for her browser; files for them may stand in the server's folder. */
  herFlags?: (server: TestServer) => Promise<string[]>;
  /** What she does before she has a guardian. */
  before?: (her: Page, origin: string, profile: string) => Promise<void>;
};

/** Starts the server, the push service and both browsers, and links them. */
export async function startGuarded({
  names = NAMES,
  reach = async (origin) => origin,
  environment = {},
  herFlags = async () => [],
  before = async () => undefined,
}: GuardedPlan = {}): Promise<GuardedPhones> {
  const push = await startPushService();
  const started = await startServer({
    RATE_LIMITS: "off",
    PUSH_HOSTS: `${PUSH_HOST}=${push.origin}`,
    ...environment,
  });
  const server = { ...started, origin: await reach(started.origin) };
  const { origin } = server;
  const folder = await mkdtemp(join(tmpdir(), "guarded-"));
  const profiles = { her: join(folder, "her"), his: join(folder, "his") };
  const flags = await herFlags(started);
  const open = async () => {
    const browser = await openKillable(profiles.her, origin, flags);
    const permissions = ["geolocation", "microphone", "clipboard-read", "clipboard-write"];
    await browser.context.grantPermissions(permissions, { origin });
    return browser;
  };
  const her = await open();
  const his = await openGuardian(profiles.his, origin, push);
  const phones: GuardedPhones = {
    server,
    push,
    her,
    his,
    link: "",
    profiles,
    reopen: async () => {
      phones.her = await open();
      return phones.her;
    },
    stop: async () => {
      await phones.her.kill();
      await his.context.close();
      await server.stop();
      push.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await before(her.page, origin, profiles.her);
  await her.page.goto(`${origin}/settings`);
  phones.link = await makeLink(her.page, names.guardian);
  await beGuardian(his.page, phones.link, names.person);
  await his.page.getByText("Notifications are on here.").waitFor(patience);
  await button(her.page, "The same digits").click(patience);
  await button(her.page, "The same digits").waitFor({ state: "detached", ...patience });
  // The pairing ends with a test, which tests of what comes later do not count.
  await her.page
    .getByText(`Test notification: arrived on ${names.guardian}'s phone.`)
    .waitFor(patience);
  await his.clear();
  push.accepted.length = 0;
  return phones;
}
