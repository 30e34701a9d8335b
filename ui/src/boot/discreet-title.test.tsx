/** Claims about the title of a page that names the product. */
import { beforeEach, expect, test, vi } from "vitest";
import { disguiseTitle, productName } from "#content/product.ts";
import { keepTitleDiscreet } from "./discreet-title.ts";

const title = `${productName} - a personal safety app in disguise`;
const turn = (name: string, isHidden: boolean) => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  (name === "visibilitychange" ? document : window).dispatchEvent(new Event(name));
};

beforeEach(() => {
  document.title = title;
});
test.each([
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
