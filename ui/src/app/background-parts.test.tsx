/** Claims about what runs beside every app page. */
import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { StorageKeeper } from "./background-parts.tsx";

const agents = {
  chrome: "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
  firefox: "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
} as const;

/** Whether the browser is asked to keep the app's data. */
function isAsked(agent: keyof typeof agents, isInstalled: boolean): boolean {
  const persist = vi.fn(async () => true);
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agents[agent]);
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: isInstalled } as MediaQueryList);
  Object.defineProperty(navigator, "storage", { configurable: true, value: { persist } });
  render(<StorageKeeper />);
  return persist.mock.calls.length > 0;
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "storage");
  vi.restoreAllMocks();
});

test("an app that was installed after its set-up asks the browser to keep what it stores", () => {
  expect(isAsked("chrome", true)).toBe(true);
});

test("a page in a tab does not ask by itself, nor does a browser that would ask the person", () => {
  expect(isAsked("chrome", false)).toBe(false);
  expect(isAsked("firefox", true)).toBe(false);
});
