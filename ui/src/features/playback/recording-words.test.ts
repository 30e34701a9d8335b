/** Claims about sizes and times of recordings in words. */
import { expect, test } from "vitest";
import {
  bytesOfBase64,
  downloadIncomplete,
  playbackIncomplete,
  sizeText,
  whenText,
} from "./recording-words.ts";

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

const now = new Date(2026, 10, 21, 9, 30);
const clock = (time: Date) => time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

test.each([
  [new Date(2026, 10, 21, 0, 0), "Today"],
  [new Date(2026, 10, 20, 23, 59), "Yesterday"],
  [new Date(2026, 10, 20, 0, 0), "Yesterday"],
])("%s is named by its day", (time, day) => {
  expect(whenText(time, now)).toBe(`${day}, ${clock(time)}`);
});

test("an older time has its date, and its year when that is another", () => {
  const [lately, before] = [new Date(2026, 10, 19, 21, 4), new Date(2025, 10, 21, 9, 30)];
  expect(whenText(lately, now)).toContain("19");
  expect(whenText(lately, now)).not.toContain("2026");
  expect(whenText(before, now)).toContain("2025");
  for (const time of [lately, before]) expect(whenText(time, now)).toContain(clock(time));
});

test("the day of a recording does not depend on the hours of the day", () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const later = new Date(2026, 10, 21, hour, 15);
    expect(whenText(new Date(2026, 10, 21, 12, 0), later)).toMatch(/^Today/);
    expect(whenText(new Date(2026, 10, 20, 12, 0), later)).toMatch(/^Yesterday/);
  }
});

test("each part that was left out is named, counted from 1", () => {
  expect(playbackIncomplete([1], 9).description).toBe("Part 2 of 9 could not be played");
  expect(downloadIncomplete([0, 4], 5).description).toBe("Parts 1 and 5 of 5 could not be read");
  expect(playbackIncomplete([0, 1, 7], 9).description).toBe(
    "Parts 1, 2 and 8 of 9 could not be played",
  );
});
