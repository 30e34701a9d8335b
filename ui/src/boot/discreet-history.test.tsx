/** Claims about what neither the history nor a list of tabs keeps. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { disguiseTitle, productName } from "#content/product.ts";
import { keepTitleDiscreet, withoutSecrets } from "./discreet-history.ts";

test("a URL without secrets is unchanged", () => {
  expect(withoutSecrets(paths.gift, "")).toBe(paths.gift);
  expect(withoutSecrets(paths.subscribe, "?for=a%20b")).toBe(`${paths.subscribe}?for=a%20b`);
});

test("e-mail addresses and payment secrets are removed, the kind of purchase stays", () => {
  expect(
    withoutSecrets(paths.downloadSuccess, "?gift=true&buyer=a%40b.co&recipient=f%40b.co"),
  ).toBe(`${paths.downloadSuccess}?gift=true`);
  expect(
    withoutSecrets(
      paths.paymentSuccess,
      "?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded",
    ),
  ).toBe(paths.paymentSuccess);
  expect(withoutSecrets(paths.redownloadConfirm, "?token=abc")).toBe(paths.redownloadConfirm);
});

test("what would show a buyer's address again is removed", () => {
  expect(withoutSecrets(paths.redownload, "?confirmed=1")).toBe(paths.redownload);
});

test("an e-mail address in the path is removed", () => {
  expect(withoutSecrets(`${paths.downloadSuccess}/a%40b.co`, "")).toBe(paths.downloadSuccess);
  expect(withoutSecrets(`${paths.downloadSuccess}/a@b.co`, "?gift=true&email=x")).toBe(
    `${paths.downloadSuccess}?gift=true`,
  );
});

const title = `${productName} - a personal safety app in disguise`;
const turn = (name: string, isHidden: boolean) => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  (name === "visibilitychange" ? document : window).dispatchEvent(new Event(name));
};

const stops: (() => void)[] = [];

beforeEach(() => {
  document.title = title;
  // Files share this window: what a test hears must not change the titles of another file.
  for (const target of [window, document]) {
    const add: typeof target.addEventListener = target.addEventListener.bind(target);
    const noted = (type: string, listener: EventListener) => {
      add(type, listener);
      stops.push(() => target.removeEventListener(type, listener));
    };
    vi.spyOn(target, "addEventListener").mockImplementation(noted as typeof add);
  }
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test.each([
  ["beforeunload", "pageshow"],
  ["pagehide", "pageshow"],
  ["visibilitychange", "visibilitychange"],
])("it is the disguise's after %s, and its own again after %s", (away, back) => {
  keepTitleDiscreet();
  expect(document.title).toBe(title);
  turn(away, true);
  expect(document.title).toBe(disguiseTitle);
  turn(back, false);
  expect(document.title).toBe(title);
});

describe("with the Navigation API", () => {
  const begin = (url: string) => {
    navigation.dispatchEvent(Object.assign(new Event("navigate"), { destination: { url } }));
    turn("beforeunload", false);
  };
  let navigation: EventTarget;

  beforeEach(() => {
    vi.useFakeTimers();
    navigation = new EventTarget();
    vi.stubGlobal("navigation", navigation);
    keepTitleDiscreet();
  });

  test("it is its own again after a link that calls, which leaves no page", () => {
    for (const url of ["tel:112", "tel:+18007997233"]) {
      begin(url);
      expect(document.title).toBe(disguiseTitle);
      vi.runAllTimers();
      expect(document.title).toBe(title);
    }
  });

  test("it stays the disguise's while a call is in front of the page, and until another document has come", () => {
    begin("tel:112");
    turn("visibilitychange", true);
    vi.runAllTimers();
    expect(document.title).toBe(disguiseTitle);
    turn("visibilitychange", false);
    begin("https://example.org/subscribe");
    vi.runAllTimers();
    begin("tel:112");
    vi.runAllTimers();
    expect(document.title).toBe(disguiseTitle);
  });
});

test("in the installed app it is the disguise's from the start", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  keepTitleDiscreet();
  expect(document.title).toBe(disguiseTitle);
});

test("the quick exit's title stays", () => {
  keepTitleDiscreet();
  document.title = "Weather";
  turn("pagehide", true);
  expect(document.title).toBe("Weather");
  turn("visibilitychange", false);
  expect(document.title).toBe("Weather");
});

test("a title that names no product is left alone", () => {
  document.title = "Checkout";
  keepTitleDiscreet();
  turn("pagehide", true);
  expect(document.title).toBe("Checkout");
});
