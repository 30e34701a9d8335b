/** Devices that Chromium on a build machine does not have, as init scripts. */
import type { Page } from "playwright-core";

/** What the fake speech recognition adds to the window. */
interface FakedSpeech {
  starts: number[];
  ends: number[];
  settings: object[];
  untilListening: () => Promise<unknown>;
  say: (text: string) => Promise<void>;
  failSpeech: (code: string) => Promise<void>;
  isSpeechHanging?: boolean;
  letSpeechGo: () => void;
  isRecognising: () => boolean;
}

/**
 * Speech recognition that says what the test tells it to: `window.say(text)`, `window.failSpeech(code)`.
 * Both wait while nobody listens, as between two sessions; `window.untilListening()` does that alone.
 * `window.starts` and `window.ends` hold when its sessions began and ended (`performance.now()`). With `window.isSpeechHanging` it does not end until `window.letSpeechGo()`; `window.isRecognising()` tells.
 */
export async function fakeSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const world = window as unknown as FakedSpeech;
    let active: FakeRecognition | null = null;
    const onStart: (() => void)[] = [];
    world.starts = [];
    world.ends = [];
    world.settings = [];
    class FakeRecognition extends EventTarget {
      lang = "";
      continuous = true;
      interimResults = true;
      /** Kept once the page was told that the recogniser listens. */
      begun = Promise.resolve();
      start() {
        if (active) throw new DOMException("already started", "InvalidStateError");
        active = this;
        world.starts.push(performance.now());
        const { lang, continuous, interimResults } = this;
        world.settings.push({ lang, continuous, interimResults });
        this.begun = new Promise((resolve) => {
          queueMicrotask(() => {
            this.dispatchEvent(new Event("start"));
            resolve();
            for (const act of onStart.splice(0)) act();
          });
        });
      }
      abort() {
        if (active !== this) return;
        this.fail("aborted");
      }
      fail(error: string) {
        this.dispatchEvent(Object.assign(new Event("error"), { error }));
        this.end();
      }
      end() {
        if (world.isSpeechHanging) return;
        active = null;
        world.ends.push(performance.now());
        queueMicrotask(() => this.dispatchEvent(new Event("end")));
      }
    }
    const listener = async (): Promise<FakeRecognition> => {
      const session = active;
      if (session === null) await new Promise<void>((resolve) => onStart.push(resolve));
      else await session.begun;
      return session ?? listener();
    };
    world.untilListening = listener;
    world.say = async (transcript) => {
      const session = await listener();
      const event = Object.assign(new Event("result"), {
        resultIndex: 0,
        results: [[{ transcript }]],
      });
      session.dispatchEvent(event);
      if (active === session) session.end();
    };
    world.isRecognising = () => active !== null;
    world.letSpeechGo = () => {
      world.isSpeechHanging = false;
      active?.end();
    };
    world.failSpeech = async (code) => (await listener()).fail(code);
    Object.assign(window, {
      SpeechRecognition: FakeRecognition,
      webkitSpeechRecognition: undefined,
    });
  });
}

/** Has the fake recognition hear a text. */
export const say = (page: Page, text: string): Promise<void> =>
  page.evaluate((words) => (window as unknown as FakedSpeech).say(words), text);

/** When the sessions of the fake recognition began (`performance.now()`). */
export const starts = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as FakedSpeech).starts);

/** No speech recognition at all, as in Firefox on Android. */
export async function noSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined });
  });
}

/** A battery with a level of 0 to 1. */
export async function fakeBattery(page: Page, level: number, charging: boolean): Promise<void> {
  await page.addInitScript(
    (battery) => Object.assign(navigator, { getBattery: async () => battery }),
    { level, charging },
  );
}

/** The records of somebody who has used the app before: no intro, and these settings. */
export async function withSettings(page: Page, settings: object = {}): Promise<void> {
  await page.addInitScript((text) => {
    // Only pages of the server have a storage.
    if (location.protocol === "about:") return;
    localStorage.setItem("heartRateIntroSeen", "true");
    localStorage.getItem("silentPartnerSettings") ??
      localStorage.setItem("silentPartnerSettings", text);
  }, JSON.stringify(settings));
}

/** The record of a device that bought the app, and a server that says so too. */
export async function withPurchase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem(
      "silentPartnerPurchase",
      JSON.stringify({ status: "purchased", verified: true }),
    );
  });
  const facts = { email: null, purchaseDate: null, isGift: false, recipientEmail: null };
  const json = {
    ...facts,
    access: true,
    giftCode: null,
    verificationCount: 0,
    paymentIntent: null,
  };
  await page.route("**/api/access", (route) => route.fulfill({ json }));
}

/** Fires the browser's offer to install; its prompt is answered with `outcome`. */
export async function offerInstall(page: Page, outcome: "accepted" | "dismissed"): Promise<void> {
  await page.evaluate((answer) => {
    const world = window as unknown as { prompted: number };
    world.prompted = 0;
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => {
        world.prompted += 1;
      },
      userChoice: Promise.resolve({ outcome: answer }),
    });
    window.dispatchEvent(event);
  }, outcome);
}
