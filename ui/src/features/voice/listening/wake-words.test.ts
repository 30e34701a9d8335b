/** Claims about finding wake words. */
import { expect, test } from "vitest";
import { type Heard, matchWake, remember, wakeWords } from "./wake-words.ts";

const smart = {
  wakeWordMode: "smart_assistant",
  safeWord: "Help",
  smartAssistantTriggers: ["hey silent"],
} as const;

const hear = (...texts: string[]) =>
  texts.reduce<readonly Heard[]>((heard, text, i) => remember(heard, text, i * 100), []);

test("a built-in phrase is found inside a longer sentence, whatever its case", () => {
  expect(matchWake(hear("please HEY Silent Partner now"), wakeWords(smart))).toBe(
    "hey silent partner",
  );
});

test("every phrase that the settings show is listened for", () => {
  for (const phrase of ["help emergency", "hey siri help", "alexa emergency", "call for help"]) {
    expect(matchWake(hear(`so ${phrase} then`), wakeWords(smart))).toBe(phrase);
  }
});

test("a phrase that recognition split in two is found in the joined phrases", () => {
  expect(matchWake(hear("emergency", "help"), wakeWords(smart))).toBe("emergency help");
});

test("in custom mode only the safe word counts", () => {
  const words = wakeWords({ ...smart, wakeWordMode: "custom", safeWord: "  Purple Umbrella " });
  expect(words).toEqual(["purple umbrella"]);
  expect(matchWake(hear("emergency help"), words)).toBeNull();
});

test("an empty safe word matches nothing", () => {
  expect(
    matchWake(hear("anything"), wakeWords({ ...smart, wakeWordMode: "custom", safeWord: " " })),
  ).toBeNull();
});

test("only the last ten phrases are kept", () => {
  const heard = hear("emergency", ...Array.from({ length: 9 }, () => "well"), "help");
  expect(heard).toHaveLength(10);
  expect(heard[0]?.text).toBe("well");
});

test("a phrase older than 30 s no longer completes a wake word", () => {
  const heard = remember([{ text: "emergency", at: 0 }], "help", 30_000);
  expect(matchWake(heard, wakeWords(smart))).toBeNull();
});
