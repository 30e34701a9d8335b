/** Claims about telling a phone from a computer by what its browser says. */
import { afterEach, expect, test, vi } from "vitest";
import { canSendSms } from "../sms.ts";
import { isPhone } from "./display-mode.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["an Android phone", `Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`, 5, "coarse", true],
  [
    "an Android tablet that asks for desktop pages",
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`,
    5,
    "coarse",
    true,
  ],
  ["a computer with Linux", `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, 0, "fine", false],
  [
    "a computer with Linux and a touch screen",
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`,
    10,
    "fine",
    false,
  ],
  [
    "a computer with Windows and a touch screen",
    `Mozilla/5.0 (Windows NT 10.0) ${CHROME}`,
    5,
    "fine",
    false,
  ],
])("%s is known as what it is", (_, userAgent, maxTouchPoints, pointer, expected) => {
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints });
  vi.stubGlobal("window", {
    matchMedia: (query: string) => ({ matches: query === `(pointer: ${pointer})` }),
  });
  expect([isPhone(), canSendSms()]).toEqual([expected, expected]);
});
