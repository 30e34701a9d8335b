/** A phone whose app is slow to load: a test holds its scripts back, and sees what each frame shows meanwhile. */
import type { Page } from "playwright-core";
import { closedGate, type Gate } from "./gate.ts";
import { openPhone, savedSettings } from "./phone.ts";
import type { Stage } from "./stage.ts";

/** Opens a phone that notes what each frame shows. Service workers are blocked: scripts come from the network. */
export async function openSlowPhone(on: Stage) {
  const phone = await openPhone(on, savedSettings, { serviceWorkers: "block" });
  const close = async (...expected: RegExp[]) => {
    for (const pattern of expected) phone.expectProblems(pattern);
    await phone.close();
  };
  phone.page.on("dialog", (dialog) => void dialog.accept());
  await phone.context.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(window, { framesSeen: frames });
    const look = () => {
      const seen = [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility());
      const isCovered = document.querySelector(".lock-cover") !== null;
      frames.push(isCovered ? "cover" : (seen[0]?.textContent ?? ""));
      if (isCovered && seen.length > 1) frames.push("both");
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return { page: phone.page, context: phone.context, close };
}

/** What each frame showed: the cover, a page's heading, or nothing yet. */
export const framesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as never)["framesSeen"]);

/** Lets a test hold, or lose, every script but the first. */
export async function scriptsOf(page: Page) {
  let way: Gate | "lost" = closedGate();
  way.open();
  await page.route(/\/assets\/(?!lock-).*\.js$/, async (route) => {
    if (way === "lost") return route.abort();
    await way.opened;
    // The page that asked for it may be closed by now.
    await route.continue().catch(() => undefined);
  });
  return {
    /** Scripts that are asked for from now on wait for the returned function. */
    hold: () => {
      const gate = closedGate();
      way = gate;
      return gate.open;
    },
    /** Scripts that are asked for from now on fail to load. */
    lose: () => {
      way = "lost";
    },
  };
}

/** What Chromium's own tools call "Slow 3G". */
const slow3G = { kilobits: 400, latencyMs: 400 * 5 };

/** Has the page's requests go over a line of so many kilobits a second, whose answers begin so many milliseconds later. */
export async function slowDown(
  page: Page,
  { kilobits, latencyMs }: { readonly kilobits: number; readonly latencyMs: number },
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const bytes = (kilobits * 1000) / 8;
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
}

/** Runs in the page: presses the emergency button in each frame from its first one on, until it asks. */
function pressFromFirstFrame() {
  const look = () => {
    const button = [...document.querySelectorAll("button")].find(
      (one) => one.textContent === "REAL EMERGENCY" && one.checkVisibility(),
    );
    if (button === undefined) {
      requestAnimationFrame(look);
      return;
    }
    const seen = performance.now();
    const press = () => {
      button.click();
      const isOpen = document.querySelector("[role='alertdialog']")?.checkVisibility() === true;
      const isHydrated = "hydrated" in document.documentElement.dataset;
      if (isOpen)
        Object.assign(window, { pressed: { waited: performance.now() - seen, isHydrated } });
      else requestAnimationFrame(press);
    };
    press();
  };
  requestAnimationFrame(look);
}

/**
 * Opens the main screen over a slow line and presses its button as soon as it is seen. Resolves to the milliseconds from
 * then to the button's question, and to whether the page was hydrated.
 */
export async function pressedOnSlow3G(page: Page) {
  await page.addInitScript(pressFromFirstFrame);
  await slowDown(page, slow3G);
  await page.goto("/home", { waitUntil: "commit" });
  await page.getByRole("alertdialog", { name: "Start a real emergency?" }).waitFor();
  return page.evaluate(
    () => (window as never)["pressed"] as { waited: number; isHydrated: boolean },
  );
}
