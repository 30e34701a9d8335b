/** What runs on a page in a minute in which nobody touches it: sensors and devices that are open, timers, the database, requests. */
import type { BrowserContext, Page } from "playwright-core";
import type { WatchedPage } from "./browser.ts";
import type { Stage } from "./stage.ts";
import { stopClock, untilSettled } from "./still.ts";

/** How often each thing ran in the minute, or how many of it are open, by its name. */
export type Running = Readonly<Record<string, number>>;

/** What the noting script offers. */
type Notes = {
  begin: () => void;
  read: () => Promise<Running>;
};

const minuteMs = 60_000;
/** The clock is set on in steps, so that what a timer sets off may set the next. */
const stepMs = 5_000;

/** Runs in the page before its scripts, and after the clock's: notes what they run. */
function noteRunning() {
  // The empty document of a new tab has no devices.
  if (window.origin === "null") return;
  let counts: Record<string, number> = {};
  const note = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };

  const noteTimers = (name: "setTimeout" | "setInterval") => {
    const original = window[name].bind(window) as (act: () => void, ms: number) => number;
    const noted = (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      original(() => {
        note(`timer of ${ms} ms`);
        act(...given);
      }, ms);
    Object.assign(window, { [name]: noted });
  };
  noteTimers("setTimeout");
  noteTimers("setInterval");
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) =>
    frame((at) => {
      note("frame");
      act(at);
    });

  const noteCalls = (kind: string, prototype: object, names: readonly string[]) => {
    for (const name of names) {
      const methods = prototype as Record<string, (...given: unknown[]) => unknown>;
      const original = methods[name] as (...given: unknown[]) => unknown;
      methods[name] = function (this: IDBObjectStore | IDBIndex, ...given: unknown[]) {
        const store = "objectStore" in this ? this.objectStore : this;
        const { db } = store.transaction;
        // What is kept under a name has it first when it is read, and last when it is written.
        const key =
          store.name === "state" ? given.find((one) => typeof one === "string") : undefined;
        note([kind, db.name, store.name, key].filter((one) => one !== undefined).join(" "));
        return original.apply(this, given);
      };
    }
  };
  const reads = ["get", "getKey", "getAll", "getAllKeys", "count", "openCursor", "openKeyCursor"];
  noteCalls("read", IDBObjectStore.prototype, reads);
  noteCalls("read", IDBIndex.prototype, reads);
  noteCalls("write", IDBObjectStore.prototype, ["put", "add", "delete", "clear"]);

  const { fetch } = window;
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    note(`request ${pathname}`);
    return fetch(input, init);
  };

  const sensors = /^(device(motion|orientation|orientationabsolute)|reading)$/;
  const heard = new Map<unknown, string>();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (this: EventTarget, type, listener, options) {
    if (sensors.test(type)) heard.set(listener, type);
    addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (
    this: EventTarget,
    type,
    listener,
    options,
  ) {
    heard.delete(listener);
    removeEventListener.call(this, type, listener, options);
  };

  const watches = new Set<number>();
  const { geolocation } = navigator;
  const watchPosition = geolocation.watchPosition.bind(geolocation);
  const clearWatch = geolocation.clearWatch.bind(geolocation);
  const getPosition = geolocation.getCurrentPosition.bind(geolocation);
  geolocation.watchPosition = (...given) => {
    const watch = watchPosition(...given);
    watches.add(watch);
    return watch;
  };
  geolocation.clearWatch = (watch) => {
    watches.delete(watch);
    clearWatch(watch);
  };
  geolocation.getCurrentPosition = (...given) => {
    note("place asked for");
    getPosition(...given);
  };

  const wakeLocks = new Set<WakeLockSentinel>();
  // Only safe origins have these.
  if ("wakeLock" in navigator) {
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await request(type);
      wakeLocks.add(lock);
      return lock;
    };
  }
  const tracks = new Set<MediaStreamTrack>();
  if ("mediaDevices" in navigator) {
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await getUserMedia(wanted);
      for (const track of stream.getTracks()) tracks.add(track);
      return stream;
    };
  }
  const sounds = new Set<AudioContext>();
  const { AudioContext: Original } = window;
  window.AudioContext = class extends Original {
    constructor(options?: AudioContextOptions) {
      super(options);
      sounds.add(this);
    }
  };

  const openNow = () => [
    ...[...heard.values()].map((type) => `sensor ${type}`),
    ...[...watches].map(() => "place followed"),
    ...[...wakeLocks].filter(({ released }) => !released).map(() => "screen kept on"),
    ...[...tracks]
      .filter(({ readyState }) => readyState === "live")
      .map(({ kind }) => `${kind} captured`),
    ...[...sounds].filter(({ state }) => state === "running").map(() => "sound worked on"),
  ];
  const notes: Notes = {
    begin: () => {
      counts = {};
    },
    read: async () => {
      for (const name of openNow()) note(name);
      const isListening = (window as { isRecognising?: () => boolean }).isRecognising?.() ?? false;
      if (isListening) note("speech recognised");
      return counts;
    },
  };
  Object.assign(window, { notes });
}

/** Has the pages of a context note what they run, on a clock that a test may set. */
async function prepareNoting(context: BrowserContext): Promise<void> {
  await context.clock.install();
  await context.addInitScript(noteRunning);
}

/** A stage on whose visitors' pages it is noted what runs; the paths of their documents are added to `visited`. */
export function notingStage(on: Stage, visited: Set<string>): Stage {
  const visit = async (options = {}): Promise<WatchedPage> => {
    const watched = await on.visit(options);
    watched.context.on("request", (request) => {
      if (request.isNavigationRequest()) visited.add(new URL(request.url()).pathname);
    });
    await prepareNoting(watched.context);
    return watched;
  };
  return Object.create(on, { visit: { value: visit } });
}

/** Lets time pass on the page's clock, with what its timers set off. */
async function pass(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await page.clock.runFor(stepMs);
    await untilSettled(page);
  }
}

/** Lets the page come to rest, and returns what ran in the minute after that. */
export async function idleMinute(page: Page): Promise<Running> {
  await untilSettled(page);
  await stopClock(page);
  // What the visit itself set off ends in the first minute.
  await pass(page, minuteMs);
  await page.evaluate(() => (window as unknown as { notes: Notes }).notes.begin());
  await pass(page, minuteMs);
  return page.evaluate(() => (window as unknown as { notes: Notes }).notes.read());
}
