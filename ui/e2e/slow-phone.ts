/** A phone whose app is slow to load: a test holds its scripts back, and sees what each frame shows meanwhile. */
import type { Page } from "playwright-core";
import { closedGate, type Gate } from "./gate.ts";
import { openPhone, savedSettings } from "./phone.ts";
import type { Stage } from "./stage.ts";

/** Opens a phone that notes what each frame shows. Service workers are blocked: scripts come from the network. */
export async function openSlowPhone(on: Stage) {
  const phone = await openPhone(on, savedSettings, { serviceWorkers: "block" });
  const close = async (...expected: RegExp[]) => {
    phone.allowProblems(/Service Worker registration blocked/);
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
