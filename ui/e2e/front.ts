/** A server in front of the real one, which lets a test publish other releases of the app. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What the browser gets at this moment of the test. */
export type Front = {
  /** Where the browser finds it. */
  origin: string;
  /** Changes the worker's script, or leaves it as it is. */
  worker: (script: string) => string;
  /** Changes a document, or leaves it as it is. */
  document: (html: string) => string;
  /** Answers a path in the server's place: a script, null for "not found", undefined to ask the server. */
  file: (path: string) => string | null | undefined;
  /** Waited for before anything is answered. What asks is `empty` where it is a script's fetch (Sec-Fetch-Dest). */
  before: (path: string, whatAsks: string) => Promise<void>;
  close: () => void;
};

/** Starts it before `target`, the origin of the real server. */
export async function openFront(target: string): Promise<Front> {
  const front: Front = {
    origin: "",
    worker: (script) => script,
    document: (html) => html,
    file: () => undefined,
    before: async () => undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    await front.before(path, String(request.headers["sec-fetch-dest"]));
    const own = front.file(path);
    if (own !== undefined) {
      response.writeHead(own === null ? 404 : 200, { "content-type": "text/javascript" });
      response.end(own ?? "");
      return;
    }
    try {
      const answer = await fetch(target + path, { redirect: "manual" });
      const body = Buffer.from(await answer.arrayBuffer());
      const headers = Object.fromEntries(answer.headers);
      delete headers["content-encoding"];
      delete headers["content-length"];
      const isDocument = headers["content-type"]?.startsWith("text/html") ?? false;
      response.writeHead(answer.status, headers);
      if (path === "/sw.js") response.end(front.worker(body.toString()));
      else response.end(isDocument ? front.document(body.toString()) : body);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  front.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return front;
}

/** Lets the browser look for a new release now; on its own it does so at each visit. */
export async function lookForRelease(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
  });
}

/**
 * Waits until the release that was published is installed and waits. It looks again and again: the browser answers a look
 * with one of its own that may have begun before the release was there.
 */
export async function untilReleaseWaits(page: Page): Promise<void> {
  const waits = async () => {
    await lookForRelease(page);
    return (await workers(page)).waits;
  };
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
}

/** The releases of a page's app, as the browser tells of them; `inUse` maps the number of each to its state. */
async function followReleases(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const states = new Map<string, string>();
  devtools.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status);
  });
  await devtools.send("ServiceWorker.enable");
  const inUse = () => new Map([...states].filter(([, state]) => state !== "redundant"));
  return { inUse, stop: () => devtools.detach() };
}

/**
 * Leaves the app, so that a release that waits begins, and opens it again. It waits for the release in between: under
 * Playwright some visits at the moment when one begins are never answered (in 10 of 250; without it in none of 270).
 */
export async function visitAnew(page: Page): Promise<void> {
  const { inUse, stop } = await followReleases(page);
  await page.goto("about:blank");
  await expect.poll(() => [...inUse().values()], { timeout: 60_000 }).toEqual(["activated"]);
  await stop();
  await page.goto("/app", { waitUntil: "load" });
}

/**
 * Visits the app once, which lets the browser look for a new release, and waits until that has taken over by itself. Nothing
 * is loaded meanwhile: a load at that moment may be ended.
 */
export async function untilReleaseTakesOver(page: Page): Promise<void> {
  const { inUse, stop } = await followReleases(page);
  await expect.poll(() => [...inUse().values()], { timeout: 60_000 }).toEqual(["activated"]);
  const [before] = inUse().keys();
  await page.reload({ waitUntil: "load" });
  const others = () => [...inUse()].filter(([release]) => release !== before);
  await expect.poll(others, { timeout: 60_000 }).toEqual([[expect.anything(), "activated"]]);
  await stop();
}

/** Whether one release is waiting, and one active. */
export function workers(page: Page): Promise<{ waits: boolean; isActive: boolean }> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { waits: registration?.waiting != null, isActive: registration?.active != null };
  });
}

/** Resolves when a release has answered a message: it has begun to act on every message before it. */
export async function untilAnswered(page: Page, which: "waiting" | "active"): Promise<void> {
  await page.evaluate(async (state) => {
    const registration = await navigator.serviceWorker.getRegistration();
    const worker = registration?.[state];
    if (worker == null) throw new Error(`No release is ${state}.`);
    await new Promise<void>((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        if (data?.type !== "PONG") return;
        navigator.serviceWorker.removeEventListener("message", listen);
        resolve();
      };
      navigator.serviceWorker.addEventListener("message", listen);
      worker.postMessage({ type: "PING" });
    });
  }, which);
}

/** The paths of everything that the worker keeps, without revisions. */
export function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      if (!name.includes("precache")) continue;
      const cache = await caches.open(name);
      paths.push(...(await cache.keys()).map((request) => new URL(request.url).pathname));
    }
    return paths;
  });
}
