/** Two heart monitors that nobody may tell apart: what is compared, and the one list of what may differ, with the reason. */
import type { Page } from "playwright-core";
import { demoPin } from "./phone.ts";
import { lookSame } from "./pictures.ts";
import { untilSettled } from "./still.ts";

/** When a difference is there: after a trigger that keeps the disguise, or after a decoy unlock. */
type Scene = "covert" | "decoy";

/** One difference that is allowed. */
interface Allowed {
  readonly scenes: readonly Scene[];
  /** The difference, as `differences` names it. */
  readonly what: RegExp;
  readonly why: string;
}

const kept = "it must survive a kill of the browser";

/** Every difference that is allowed. What is not here fails a test. */
const allowed: readonly Allowed[] = [
  {
    scenes: ["covert", "decoy"],
    what: /^key (emergencyState|silentPartnerState\.emergency|silentPartnerState\.evidence-tally)$/,
    why: kept,
  },
  {
    scenes: ["covert", "decoy"],
    what: /^key (silentPartnerReports|silentPartnerState\.guardian-news)$/,
    why: "guardians are told once, also after a kill",
  },
  {
    scenes: ["covert", "decoy"],
    what: /^(key|size) voiceRecordings$/,
    why: "the specification keeps recordings under this name, with their sound",
  },
  {
    scenes: ["covert", "decoy"],
    what: /^measure$/,
    why: "the camera stays off, because opening it may take the microphone away; any app may have the camera",
  },
  {
    scenes: ["decoy"],
    what: /^card$/,
    why: "its sentences would speak of alerts, and ending a session asks for the code",
  },
];

/** What of these differences is allowed nowhere. */
export function unexplained(found: readonly string[], scene: Scene): readonly string[] {
  const isAllowed = (one: string) =>
    allowed.some(({ scenes, what }) => scenes.includes(scene) && what.test(one));
  return found.filter((one) => !isAllowed(one));
}

/** How much more than before, in characters, a record other than the recordings may hold. */
const MOST_GROWTH = 3_000;

/** Runs in the page: grants every wake lock, which a browser without a screen refuses, and keeps those that are held. */
export function grantWakeLocks() {
  const wakeLocks = new Set<EventTarget>();
  Object.assign(window, { wakeLocks });
  const request = async () => {
    const sentinel = Object.assign(new EventTarget(), {
      release: async () => {
        wakeLocks.delete(sentinel);
        sentinel.dispatchEvent(new Event("release"));
      },
    });
    wakeLocks.add(sentinel);
    return sentinel;
  };
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
}

/** All that somebody who holds the phone can see, read out, or find in the browser's storage. */
export interface Look {
  readonly document: string;
  readonly spoken: string;
  readonly pixels: string;
  /** Whether the screen stays on. */
  readonly isLit: boolean;
  /** The code screen and what the public code opens there, as they are read out. */
  readonly code: string;
  /** What the session's card leads to, as it is read out; empty where there is none. */
  readonly card: string;
  /** How long a tap on the heart takes until that is painted, in milliseconds. */
  readonly tapMs: number;
  /** What "Measure" leads to, as it is read out. */
  readonly measure: string;
  /** The characters of each record in local storage. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly databases: readonly (string | undefined)[];
}

const heartOf = (page: Page) => page.getByRole("button", { name: /BPM/ });
const spokenOf = (page: Page) => page.locator("body").ariaSnapshot();

/**
 * The code screen and what the public code opens as they are read out, and the quicker of two taps on the heart (more would open the lock), in milliseconds
 * until it is painted: other programs only add to it.
 */
async function codeOf(page: Page, hasOwnPin: boolean) {
  const times: number[] = [];
  let code = "";
  for (let count = 0; count < 2; count += 1) {
    times.push(
      await heartOf(page).evaluate(
        (heart) =>
          new Promise<number>((resolve) => {
            const began = performance.now();
            (heart as HTMLElement).click();
            const look = () => {
              const isThere = document.querySelector("[data-screen='security-code']") !== null;
              if (isThere) resolve(performance.now() - began);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          }),
      ),
    );
    code = await spokenOf(page);
    if (count === 1 && hasOwnPin) {
      await page.getByLabel("Security code").fill(demoPin);
      await page.getByRole("button", { name: "Verify Code" }).click();
      await page.getByRole("heading", { name: "Options" }).waitFor();
      code += await spokenOf(page);
    }
    await page.getByRole("button", { name: "Back" }).click();
    await heartOf(page).waitFor();
  }
  return { code, tapMs: Math.min(...times) };
}

/** The lengths of a session, or the way to the settings, and where that leads, as they are read out. */
async function cardOf(page: Page): Promise<string> {
  await untilSettled(page);
  const start = page.getByRole("button", { name: "Start session" });
  if ((await start.count()) === 0) return "";
  await start.click();
  const way = page.getByRole("button", { name: "Open the settings" });
  await way.waitFor();
  const choices = await spokenOf(page);
  await way.click();
  await page.getByRole("heading", { name: "Security Verification" }).waitFor();
  const code = await spokenOf(page);
  await page.getByRole("button", { name: "Back" }).click();
  await heartOf(page).waitFor();
  return `${choices}\n${code}`;
}

async function measureOf(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  const panel = page.getByRole("button", { name: "Start measuring" });
  const refusal = page.getByText("The camera can't be used right now.");
  await panel.or(refusal).waitFor();
  return spokenOf(page);
}

/** The screen once it is painted: until two pictures in a row, with frames between them, are the same. */
async function pictureOf(page: Page): Promise<string> {
  const shoot = async () => {
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return (await page.screenshot({ animations: "disabled" })).toString("base64");
  };
  let [before, now] = ["", await shoot()];
  while (now !== before) [before, now] = [now, await shoot()];
  return now;
}

/**
 * Looks at everything; what "Measure" opens is left open. Where there is no own PIN, the public code is not tried: it opens the
 * settings then, as long as no emergency is hidden. The choice to stay disguised therefore asks for an own PIN.
 */
export async function lookAt(page: Page, hasOwnPin = true): Promise<Look> {
  // Where the focus was led before, and how far the page was scrolled for it, is not compared.
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    document.querySelector("main h1")?.removeAttribute("tabindex");
    scrollTo({ top: 0, behavior: "instant" });
  });
  await heartOf(page).hover();
  await untilSettled(page);
  const screen = {
    // Without the marks between texts, which only the server's HTML has.
    document: (await page.locator("body").innerHTML())
      .replaceAll("<!-- -->", "")
      .replaceAll(/_r_\w+_/g, "_id_"),
    spoken: await spokenOf(page),
    pixels: await pictureOf(page),
    isLit: await page.evaluate(
      () => (window as unknown as { wakeLocks: Set<EventTarget> }).wakeLocks.size > 0,
    ),
  };
  return {
    ...screen,
    ...(await codeOf(page, hasOwnPin)),
    card: await cardOf(page),
    sizes: await page.evaluate(() =>
      Object.fromEntries(Object.entries(localStorage).map(([key, text]) => [key, text.length])),
    ),
    databases: await page.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name).sort(),
    ),
    measure: await measureOf(page),
  };
}

/** What of a look differs from an ordinary one; any page of the browser compares the pictures. */
export async function differences(
  page: Page,
  ordinary: Look,
  look: Look,
): Promise<readonly string[]> {
  const texts = (["document", "spoken", "code", "card", "measure"] as const).filter(
    (part) => ordinary[part] !== look[part],
  );
  const pixels = (await lookSame(page, ordinary.pixels, look.pixels)) ? [] : ["pixels"];
  const lit = ordinary.isLit === look.isLit ? [] : ["screen"];
  const keys = Object.keys(look.sizes).filter((key) => !(key in ordinary.sizes));
  const grown = Object.entries(look.sizes).filter(
    ([key, size]) => size - (ordinary.sizes[key] ?? 0) > MOST_GROWTH,
  );
  const databases = look.databases.filter((name) => !ordinary.databases.includes(name));
  return [
    ...texts,
    ...pixels,
    ...lit,
    ...keys.map((key) => `key ${key}`),
    ...grown.map(([key]) => `size ${key}`),
    ...databases.map((name) => `database ${name}`),
  ];
}
