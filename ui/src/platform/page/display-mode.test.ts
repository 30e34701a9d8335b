/** Claims about telling a phone from a computer by what its browser says. */
import { afterEach, expect, test, vi } from "vitest";
import { canSendSms } from "../sms.ts";
import { isPhone } from "./display-mode.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["an Android phone", `Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`, true, true],
  [
    "an Android tablet that asks for desktop pages",
    `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`,
    true,
    true,
  ],
  ["a computer with Linux", `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, false, false],
  [
    "a computer with Windows and a touch screen",
    `Mozilla/5.0 (Windows NT 10.0) ${CHROME}`,
    true,
    false,
  ],
])("%s is known as what it is", (_, userAgent, isTouched, expected) => {
  vi.stubGlobal("navigator", { userAgent, maxTouchPoints: isTouched ? 5 : 0 });
  expect([isPhone(), canSendSms()]).toEqual([expected, expected]);
});
