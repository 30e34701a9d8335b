/**
 * What runs on each page while nobody touches it: on a set clock, so that the minute takes no time. Whatever a page runs
 * stands in the table with the reason; what is not there must not run.
 */
import { describe, expect, test } from "vitest";
import { routes } from "../src/wire/routes.ts";
import { idleMinute, notingStage, type Running } from "./idle-minute.ts";
import { savedSettings } from "./phone.ts";
import { refused, type Scene, user, visitor } from "./scene.ts";
import { scenes } from "./scenes.ts";
import { manyBuyers, stage } from "./stage.ts";

const on = stage(manyBuyers);

/** As often as it takes, for what does not keep to the page's clock. */
const anyCount = "any count";

/** What may run: how often in the minute, or how many of it are open; and why. */
type Allowed = Readonly<Record<string, readonly [count: number | typeof anyCount, why: string]>>;

const nothing: Allowed = {};

const date: Allowed = {
  "timer of 60000 ms": [1, "today's date stands above the figures, and the page may stay open"],
};
const dateAndWeek: Allowed = {
  "timer of 60000 ms": [2, "today's date, and the week of readings, which ends with today"],
};
const battery: Allowed = {
  "timer of 30000 ms": [2, "the level of the battery stands there, read every 30 s"],
};
const recordings: Allowed = {
  "timer of 2000 ms": [30, "the list of recordings is read every 2 s, while its tab is open"],
  "read evidence recordings": [
    anyCount,
    "the same, and again after a reading that took too long on the set clock",
  ],
  "timer of 1000 ms": [anyCount, "the database is not waited for longer than that"],
  "timer of 5000 ms": [anyCount, "nor is a reading of it"],
};
/** The set clock passes the time in which a line that works says something, so that the page believes that it hangs. */
const lineAnew: Allowed = {
  "timer of 1000 ms": [anyCount, "the line is opened again, later each time"],
  "timer of 2000 ms": [anyCount, "the same"],
  "timer of 4000 ms": [anyCount, "the same; and no request is waited for longer"],
  "timer of 8000 ms": [anyCount, "the line is opened again, later each time"],
  "timer of 16000 ms": [anyCount, "the same"],
  "timer of 5000 ms": [anyCount, "the line is opened again"],
  "timer of 10000 ms": [anyCount, "the same"],
  "timer of 15000 ms": [anyCount, "the same"],
  "timer of 30000 ms": [anyCount, "a line that says nothing is given up"],
  "request /api/watches/items": [anyCount, "what was missed is read"],
};
const linked: Allowed = {
  ...lineAnew,
  "read links state guardians": [anyCount, "what a guardian sent is read with their key"],
};
const ages: Allowed = {
  ...lineAnew,
  "timer of 5000 ms": [anyCount, "the line; and it stands there how long ago each message came"],
  "timer of 0 ms": [anyCount, "what was read is shown"],
  frame: [anyCount, "the same"],
  "read links state watched": [anyCount, "what is read is opened with the key of its link"],
  "write links state watched": [anyCount, "and kept"],
  "read links state shown-tests": [anyCount, "a test is shown once"],
  "read links state given-sounds": [anyCount, "sound may have been given"],
};
const listening: Allowed = {
  "speech recognised": [
    anyCount,
    "the person switched listening on; between two utterances none is",
  ],
  "timer of 1000 ms": [anyCount, "listening looks whether it still hears"],
  "timer of 2000 ms": [anyCount, "a recogniser that hears nothing hangs, and is ended"],
  "timer of 5000 ms": [anyCount, "it is started again, later each time"],
  "timer of 15000 ms": [4, "the service worker is kept alive for it"],
  "timer of 30000 ms": [anyCount, "the same, where it hangs; the battery says how often it looks"],
};
const session: Allowed = {
  ...date,
  "timer of 5000 ms": [anyCount, "the session says its time, and what failed is tried again"],
  "request /api/watches/timer": [anyCount, "the server gets the newest place each minute"],
  "place followed": [1, "the same"],
  "read links state session": [anyCount, "each try reads it"],
  "write links state session": [anyCount, "and keeps what the server answered"],
  "read links state guardians": [anyCount, "for the key of each guardian"],
  "write links state guardians": [anyCount, "each try takes the next number of its guardian"],
};
/** The recorder does not keep to the page's clock, so that counts say little; but nothing else runs. */
const emergency: Allowed = {
  "place followed": [1, "messages and guardians get the newest place"],
  "audio captured": [anyCount, "evidence is recorded"],
  "sound worked on": [anyCount, "silence is noticed"],
  "write evidence chunks": [anyCount, "each second of sound is kept"],
  "read evidence chunks": [anyCount, "a copy of a finished part is made of them"],
  "write evidence recordings": [anyCount, "each second of sound is kept"],
  "read evidence recordings": [anyCount, "a copy of a finished part is made of it"],
  "read evidence state evidence-tally": [anyCount, "a part that is missing is noticed"],
  "write evidence state evidence-tally": [anyCount, "the same"],
  "read evidence state emergency": [anyCount, "what is recorded is part of the emergency"],
  "write evidence state emergency": [anyCount, "the same"],
  "read evidence state guardian-news": [anyCount, "what is to be told outlives the page"],
  "write evidence state guardian-news": [anyCount, "the same"],
  "read links state guardians": [anyCount, "somebody may become a guardian meanwhile"],
  "write links state guardians": [anyCount, "what each was sent is noted"],
  "read links state outbox": [anyCount, "what guardians are told waits there"],
  "write links state outbox": [anyCount, "the same"],
  "read links state session": [anyCount, "any change of the links may be one of it"],
  "request /api/watches/items": [anyCount, "guardians are told, and heard"],
  "timer of 200 ms": [anyCount, "the first sound of a recorder is asked for early"],
  "timer of 250 ms": [anyCount, "sound that does not come is noticed"],
  "timer of 300 ms": [anyCount, "the first sound of a recorder is asked for early"],
  "timer of 500 ms": [anyCount, "a recorder that gives nothing is started again; the clock leaps"],
  "timer of 1000 ms": [anyCount, "the same"],
  "timer of 2000 ms": [anyCount, "the same"],
  "timer of 5000 ms": [anyCount, "the same"],
  "timer of 10000 ms": [anyCount, "guardians get the newest place; its age stands there"],
  "timer of 15000 ms": [anyCount, "a link may be used meanwhile"],
  "timer of 30000 ms": [
    anyCount,
    "guardians hear of an empty battery; a copy of the sound is made",
  ],
};
const behindDecoy: Allowed = {
  ...emergency,
  "read evidence state voice-phrase": [anyCount, "listening goes along with the recorder's sound"],
};
const told: Allowed = {
  ...emergency,
  "read links state told": [anyCount, "it is noted what the server has for each guardian"],
  "write links state told": [anyCount, "the same"],
  "timer of 4000 ms": [anyCount, "no request is waited for longer, and the set clock leaps"],
};
const lockout: Allowed = {
  ...emergency,
  "place followed": [anyCount, "messages and guardians get the newest place"],
  "read evidence state lockouts": [anyCount, "its seconds are counted while the page is seen"],
  "write evidence state lockouts": [anyCount, "the same"],
};
const shake: Allowed = {
  "sensor devicemotion": [1, "the person switched on that a shake starts an emergency"],
};

/** Screens that the tour of all screens does not have. */
const more: readonly Scene[] = [
  refused("redownload-confirm", () => `/redownload/confirm?token=${"a".repeat(43)}`),
  visitor("download-success-for", "/download-success/x%40example.org"),
  user({ ...savedSettings, isShakeEnabled: true, isShakeTried: true }, "home-shake", "/home"),
  user({ ...savedSettings, isShakeEnabled: true }, "home-shake-not-tried", "/home"),
];

/** The pages, and the states of them in which more or less runs. */
const table: Readonly<Record<string, Allowed>> = {
  landing: nothing,
  subscribe: nothing,
  questions: nothing,
  terms: nothing,
  privacy: nothing,
  support: nothing,
  checkout: nothing,
  "payment-success": nothing,
  "paypal-success": nothing,
  "download-success": nothing,
  "download-success-for": nothing,
  "payment-waiting": nothing,
  verify: nothing,
  redownload: nothing,
  "redownload-confirm": nothing,
  "your-data": nothing,
  gift: nothing,
  "gift-bought": nothing,
  "gift-link": nothing,
  "gift-missing": nothing,
  "not-found": nothing,
  "heart-monitor-welcome": date,
  "heart-monitor": date,
  "heart-monitor-trends": dateAndWeek,
  "heart-monitor-settings": date,
  "session-choices": date,
  "session-nobody": session,
  "security-code": nothing,
  "home-denied": nothing,
  home: nothing,
  "home-question": nothing,
  "home-shake-not-tried": nothing,
  "home-shake": shake,
  settings: nothing,
  "settings-words": battery,
  "settings-guardian-listed": linked,
  "settings-guardian-linked": linked,
  voice: battery,
  "voice-recordings": recordings,
  "lockdown-practice": nothing,
  "post-download": nothing,
  "set-up-person": nothing,
  "set-up-permissions": nothing,
  "set-up-listening": listening,
  watch: nothing,
  "watch-offer": nothing,
  "watch-alarm": ages,
  "watch-ended": ages,
  lock: emergency,
  "lock-guardian": told,
  "lock-closed": lockout,
  "overlay-lock": emergency,
  "decoy-code": behindDecoy,
  ended: nothing,
};

/** What ran and may not, or ran more or less often than it may. */
function notAllowed(ran: Running, allowed: Allowed): string[] {
  const names = new Set([...Object.keys(ran), ...Object.keys(allowed)]);
  return [...names].flatMap((name) => {
    const wanted = allowed[name]?.[0] ?? 0;
    const found = ran[name] ?? 0;
    return wanted === anyCount || wanted === found ? [] : [`${name}: ${found}, not ${wanted}`];
  });
}

/** The paths of the documents that were asked for. */
const visited = new Set<string>();
const known = [...scenes, ...more];

describe("in a minute in which nobody touches it,", () => {
  test.each(Object.entries(table))("%s runs only what is asked for", async (name, allowed) => {
    const scene = known.find((one) => one.name === name);
    if (scene === undefined) throw new Error(`No scene has the name ${name}.`);
    const { page, close } = await scene.open(notingStage(on, visited), {});
    expect(notAllowed(await idleMinute(page), allowed)).toEqual([]);
    await close();
  });
});

/** What the server sends besides pages: answers for programs, a file, and the way to a gift that leads to another page. */
const noPage = /^\/(api\/|_|\.well-known\/|(healthz|readyz)$|gift-redeem\/)/;

describe("the table", () => {
  test("has every page of the server", () => {
    const pages = routes
      .filter(({ method, path }) => method === "GET" && !noPage.test(path))
      .map(({ path }) => path);
    const isVisited = (path: string) => {
      const shape = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
      return [...visited].some((one) => shape.test(one));
    };
    expect(pages.filter((path) => !isVisited(path))).toEqual([]);
  });
});
