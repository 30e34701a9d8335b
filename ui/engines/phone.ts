/**
 * The product in other engines: a phone that the stories of this folder open.
 *
 *   SERVER_BINARY=... npx vitest run --project webkit --project firefox --project chromium
 *
 * `scripts/test.d/needs.sh` names the Debian packages. Each story has a fresh profile, and an error on a page fails it.
 */
import { statSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { textSizeRule } from "../e2e/look.ts";
import type { Browser, BrowserEvent, BrowserTab, Push, ScreenLook } from "./browser.ts";
import { openBrowser } from "./engine.ts";
import { enlarge, hasHit, isLookedAt, type Place, placeOf, typeInto } from "./in-page.ts";
import { speaker } from "./speaker.ts";

/** How long a phone waits for what its page should show. */
export const patience = { timeout: 60_000, interval: 50 };

/** What a phone begins with. */
export interface PhonePlan {
  readonly origin: string;
  /** Local storage of a new profile. */
  readonly storage?: Readonly<Record<string, string>>;
  /** Whether its browser forgets everything when it ends. */
  readonly isPrivate?: boolean;
  /** The push service that it uses. */
  readonly push?: Push | null;
  /** What else runs at the start of each document. */
  readonly scripts?: readonly string[];
  /** What a browser may say that is no problem. */
  readonly expected?: RegExp;
}

/** A page of a phone's browser. */
export interface Tab {
  /** Loads a path of the origin, or a whole URL, as a document. */
  readonly go: (path: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Shows this page and hides the phone's others. */
  readonly show: () => Promise<void>;
  /** What a function returns that runs in the page. */
  readonly evaluate: <T, Given extends unknown[]>(
    code: (...given: Given) => T | Promise<T>,
    ...given: Given
  ) => Promise<T>;
  /** Waits until the page shows a text, somewhere. */
  readonly see: (text: string | RegExp) => Promise<void>;
  /** Waits until the page shows it no more. */
  readonly seeNot: (text: string) => Promise<void>;
  /** Waits for the button or link of this name, and clicks it where a finger would. */
  readonly press: (name: string | RegExp) => Promise<void>;
  /** Waits for the field of this label, and types into it. */
  readonly fill: (label: string, value: string) => Promise<void>;
  /** Shows the page in a look, with text of twice the size, and writes a picture of it. */
  readonly picture: (path: string, look: ScreenLook) => Promise<void>;
  /** The links to other apps that were followed on the phone, oldest first. */
  readonly launches: readonly string[];
}

/** A phone, with the page that it began with. */
export interface Phone extends Tab {
  /** Opens another page, which is shown. */
  readonly openTab: () => Promise<Tab>;
  /** What went wrong on its pages; a story takes what it expects off it. */
  readonly problems: string[];
  /** The files that were downloaded completely. */
  readonly downloads: () => Promise<string[]>;
  /** The path of one of them. */
  readonly downloaded: (name: string) => string;
  /** Kills the browser with all its processes, as a phone does; `start` opens it again. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** A phone as the set-up of the stories ends it. */
interface Opened {
  readonly problems: string[];
  /** The address and the text of its page. */
  readonly screen: () => Promise<string>;
  readonly end: () => Promise<void>;
}

const opened = new Set<Opened>();

/** What every phone of a story shows, to explain a failure. */
export async function screens(): Promise<string> {
  const all = await Promise.all([...opened].map(({ screen }) => screen().catch(String)));
  return all.join("\n\n");
}

/** Ends every phone that a story opened; resolves to what went wrong on their pages. */
export async function endPhones(): Promise<string[]> {
  const all = [...opened];
  opened.clear();
  await Promise.all(all.map(({ end }) => end()));
  return all.flatMap(({ problems }) => problems);
}

/** A text as a pattern that matches it alone. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A page of a browser that may be killed and opened again. */
function pageOf(tab: () => BrowserTab, origin: string, launches: readonly string[]): Tab {
  const evaluate: Tab["evaluate"] = async (code, ...given) =>
    (await tab().evaluate(String(code), given)) as never;
  const text = () => evaluate(() => document.body.innerText).catch(() => "");
  return {
    evaluate,
    launches,
    go: (path) => tab().go(new URL(path, origin).href),
    reload: () => tab().reload(),
    show: () => tab().show(),
    picture: async (path, look) => {
      await tab().look?.(look);
      await evaluate(enlarge, textSizeRule(200));
      await expect.poll(() => evaluate(isLookedAt, look), patience).toBe(true);
      await tab().picture?.(path);
    },
    see: (wanted) => expect.poll(text, patience).toMatch(wanted),
    seeNot: (unwanted) => expect.poll(text, patience).not.toContain(unwanted),
    press: async (name) => {
      const pattern = typeof name === "string" ? `^${escaped(name)}$` : name.source;
      let place: Place | null = null;
      // What still moves would not be hit.
      const restsThere = async () => {
        const before = place;
        place = await evaluate(placeOf, pattern).catch(() => null);
        return place !== null && before?.x === place.x && before.y === place.y;
      };
      const isHit = async () => {
        await expect.poll(restsThere, { ...patience, message: `no ${name}` }).toBe(true);
        const { x, y } = place as unknown as Place;
        await tab().click(x, y);
        let hit: boolean | null = null;
        const isJudged = async () => {
          // A page that cannot be asked is being left for what the click led to.
          hit = await evaluate(hasHit).catch(() => true);
          return hit !== null;
        };
        await expect.poll(isJudged, patience).toBe(true);
        return hit;
      };
      await expect.poll(isHit, { ...patience, message: `${name} moves` }).toBe(true);
    },
    fill: async (label, value) => {
      const type = () => evaluate(typeInto, label, value).catch(() => false);
      await expect.poll(type, { ...patience, message: `no field ${label}` }).toBe(true);
    },
  };
}

/** Fills the local storage of a new profile, before the page's scripts; the empty document of a new tab has none. */
const filling = (storage: Readonly<Record<string, string>>) =>
  `if (origin !== "null" && sessionStorage.getItem("isForgotten") === null) for (const [key, text] of Object.entries(${JSON.stringify(storage)})) if (localStorage.getItem(key) === null) localStorage.setItem(key, text);`;

/** Opens a phone with a fresh profile. */
export async function openPhone(phonePlan: PhonePlan): Promise<Phone> {
  const { origin, storage = {}, isPrivate = false, push, scripts = [], expected } = phonePlan;
  const { flags = [], preferences = {} } = push ?? {};
  const profile = await mkdtemp(join(tmpdir(), "phone-"));
  const downloads = await mkdtemp(join(tmpdir(), "phone-files-"));
  const [launches, problems]: [string[], string[]] = [[], []];
  const onEvent = (event: BrowserEvent) => {
    if (event.type === "launch") launches.push(event.url);
    else if (!expected?.test(event.text)) problems.push(event.text);
  };
  const plan = {
    environment: await speaker(),
    origin,
    profile,
    downloads,
    scripts: [filling(storage), ...scripts],
    isPrivate,
    flags,
    preferences,
    onEvent,
  };
  let browser: Browser = await openBrowser(plan);
  let first: BrowserTab = await browser.open();
  const page = pageOf(() => first, origin, launches);
  const phone: Phone = {
    ...page,
    problems,
    openTab: async () => {
      const tab = await browser.open();
      return pageOf(() => tab, origin, launches);
    },
    // A browser gives a file its name when it has all of it. Firefox reserves the name before, with an empty file.
    downloads: async () => {
      const names = await readdir(downloads);
      const isWhole = (name: string) =>
        !/\.(part|crdownload|wkdownload)$/.test(name) &&
        (statSync(join(downloads, name), { throwIfNoEntry: false })?.size ?? 0) > 0;
      return names.filter(isWhole);
    },
    downloaded: (name) => join(downloads, name),
    kill: () => browser.kill(),
    start: async () => {
      browser = await openBrowser(plan);
      first = await browser.open();
    },
  };
  const end = async () => {
    await browser.kill();
    for (const folder of [profile, downloads]) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  const screen = () => page.evaluate(() => `${location.href}\n${document.body.innerText}`);
  opened.add({ problems, screen, end });
  return phone;
}
