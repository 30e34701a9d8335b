/** Claims about sizes as text. */
import { expect, test } from "vitest";
import { bytesOfBase64, sizeText } from "./size-text.ts";

test.each([
  [0, "0 B"],
  [1_023, "1023 B"],
  [1_024, "1.0 KB"],
  [1_048_575, "1024.0 KB"],
  [1_048_576, "1.0 MB"],
])("%i bytes are written %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test("a base64 text is estimated at three quarters of its length, a data URL without its head", () => {
  expect(bytesOfBase64("x".repeat(400))).toBe(300);
  expect(bytesOfBase64(`data:audio/webm;base64,${"x".repeat(400)}`)).toBe(300);
});
