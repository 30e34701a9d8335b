/** Every URL, typed while the device is locked or behind the decoy: it leads back, and gives nothing away. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { untilAppKept } from "./app-pages.ts";
import type { WatchedPage } from "./browser.ts";
import { demoPin, forget, mirrorOf, openPhone, startReal, unlock } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

/** The pages of the app, whose first script knows of the lock before anything is painted. */
const appPages: readonly string[] = [
  paths.home,
  paths.lockdown,
  paths.heartMonitor,
  paths.settings,
  paths.voice,
  paths.setup,
  paths.postDownload,
];

/** All other documents of the server, with a parameter where the path has one, and an unknown path. */
const otherPages = [
  paths.landing,
  paths.checkout,
  paths.subscribe,
  paths.paymentSuccess,
  paths.paypalSuccess,
  paths.paymentWaiting,
  paths.downloadSuccess,
  `${paths.downloadSuccess}/x%40example.org`,
  paths.verify,
  paths.redownload,
  `${paths.redownloadConfirm}?token=${"a".repeat(43)}`,
  paths.yourData,
  paths.gift,
  paths.giftPage("a".repeat(26)),
  paths.watch,
  paths.questions,
  paths.terms,
  paths.privacy,
  paths.support,
  "/nowhere/at-all",
];

/** Words that an ordinary heart monitor has no use for. */
const telling =
  /emergenc|record|silent|partner|guardian|safe|demo|premium|voice|contact|000|112|911/i;

/** Notes what the page shows that it should not, in every frame until the document is left. */
function noteWords(source: string) {
  const words = new RegExp(source, "i");
  const look = () => {
    // Of a document that is not rendered this would be all its text, scripts and all.
    const isRendered = document.body?.checkVisibility() === true;
    // biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts.
    const text = isRendered ? document.body.innerText : "";
    if (words.test(text)) sessionStorage.setItem("seen", `${location.pathname}: ${text}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const seenBy = (page: Page) => page.evaluate(() => sessionStorage.getItem("seen"));

async function lockedPhone(): Promise<WatchedPage> {
  const phone = await openPhone(on);
  const { page } = phone;
  // The documents of unknown paths and of gifts that do not exist have these statuses for everybody.
  phone.allowProblems(/status of 4(04|10)/);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(paths.home);
  await untilAppKept(page);
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  return phone;
}

/** Where local storage is empty, as after somebody emptied it, the database alone knows. */
const forgets = [false, true];

/** Types a URL. */
async function type(page: Page, path: string, forgetsFirst: boolean): Promise<void> {
  if (forgetsFirst) await forget(page);
  await page.evaluate(() => sessionStorage.removeItem("seen"));
  await page.goto(path, { waitUntil: "commit" });
}

test.each(forgets)(
  "while locked every URL leads to the lock; local storage empty: %s",
  async (isEmpty) => {
    const { page, close } = await lockedPhone();
    for (const path of [...appPages, ...otherPages]) {
      await type(page, path, isEmpty);
      await page.getByRole("heading", { name: /EMERGENCY (MODE )?ACTIVE/ }).waitFor();
      expect(await mirrorOf(page), path).toMatchObject({ isLocked: true });
    }
    await close();
  },
);

test.each(forgets)(
  "behind the decoy every URL leads to the heart monitor; local storage empty: %s",
  async (isEmpty) => {
    const { page, context, close } = await lockedPhone();
    await unlock(page, demoPin);
    const monitor = page.getByRole("button", { name: /BPM/ });
    await monitor.waitFor();
    await context.addInitScript(noteWords, telling.source);
    for (const path of [...appPages, ...otherPages]) {
      await type(page, path, isEmpty);
      await page.waitForURL((url) => url.pathname === paths.heartMonitor);
      await monitor.waitFor();
      // biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts.
      expect(await page.locator("body").innerText(), path).not.toMatch(telling);
      // Pages of the app know of the lock before they are painted, or are painted when they know of none.
      if (appPages.includes(path)) expect(await seenBy(page), path).toBeNull();
    }
    await close();
  },
);

test.each(["locked", "behind the decoy"])(
  "without scripts no document says how things stand, and with them the lock is there again; %s",
  async (how) => {
    const { page, context, close } = await lockedPhone();
    const isDecoy = how !== "locked";
    if (isDecoy) await unlock(page, demoPin);
    const shown = isDecoy
      ? page.getByRole("button", { name: /BPM/ })
      : page.getByRole("heading", { name: /EMERGENCY (MODE )?ACTIVE/ });
    await shown.waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setScriptExecutionDisabled", { value: true });
    for (const path of [...appPages, ...otherPages]) {
      const address = new URL(path, on.server.origin).href;
      await devtools.send("Page.navigate", { url: address });
      await page.waitForURL(address, { waitUntil: "domcontentloaded" });
      const words = await page.locator("body").textContent();
      expect(words, path).not.toMatch(/lock is off|nothing is going on|no emergency/i);
    }
    await devtools.send("Emulation.setScriptExecutionDisabled", { value: false });
    await page.goto(paths.watch, { waitUntil: "commit" });
    await shown.waitFor();
    await close();
  },
);

test("the walk knows every page of the server", () => {
  const known = [...appPages, ...otherPages].map((path) => path.split(/[?]/)[0]);
  const { landing, giftRedeem, ...others } = paths;
  const pages = Object.entries(others).filter(
    ([name, path]) => typeof path === "string" && !notPages.has(name),
  );
  expect(known).toEqual(expect.arrayContaining(pages.map(([, path]) => path)));
  expect(known).toContain(landing);
  expect(known).toContain(giftRedeem.replace(":code", "a".repeat(26)));
});

/** What `paths.ts` has besides pages: forms and files. */
const notPages = new Set([
  ...["buy", "giftBuy", "yourDataFile", "yourDataErasure"],
  ...["serviceWorker", "watchWorker", "manifest", "watchManifest", "favicon"],
  ...["securityContact", "receiptKeys", "assets", "icons"],
]);
