/** Claims about finding wake words: what is heard, and what is not. */
import { describe, expect, test } from "vitest";
import { voiceLimits } from "#content/limits.ts";
import { isMention } from "./mentions.ts";
import type { Heard } from "./state.ts";
import { matchWake, remember, wakeWords } from "./wake-words.ts";

const smart = {
  wakeWordMode: "smart_assistant",
  safeWord: "Help",
  smartAssistantTriggers: ["hey silent"],
} as const;
const builtIn = wakeWords(smart);
const safeWord = (word: string) => wakeWords({ ...smart, wakeWordMode: "custom", safeWord: word });

/** Says phrases one after the other, each `gapMs` after the one before; returns what was found last. */
function say(words: readonly string[], phrases: readonly string[], gapMs = 1_000): string | null {
  let heard: readonly Heard[] = [];
  let found: string | null = null;
  for (const [index, text] of phrases.entries()) {
    heard = remember(heard, text, index * gapMs);
    found = matchWake(heard, words, isMention);
  }
  return found;
}

describe("of the built-in phrases is heard", () => {
  test.each<[phrase: string, ...said: string[]]>([
    ["emergency help", "emergency help"],
    ["emergency help", "Emergency! Help!"],
    ["emergency help", "emergency help he is breaking down the door"],
    ["emergency help", "oh my god emergency help he is breaking down the door"],
    ["emergency help", "please please emergency help she has a knife"],
    ["emergency help", "this is an emergency help me"],
    ["emergency help", "this is an Emergency", "HELP me"],
    ["emergency help", "what is for dinner", "emergency help he is at the door"],
    ["help emergency", "so help emergency then"],
    ["hey silent partner", "please HEY Silent Partner now"],
    ["hey silent partner", "hey Silent-Partner"],
    ["hey siri help", "hey, Siri: help"],
    ["alexa emergency", "Alexa, emergency"],
    ["call for help", "so call for help then"],
    ["call for help", "somebody call for help he has fallen down"],
    ["call help", "call", "help"],
  ])("%s", (phrase, ...said) => {
    expect(say(builtIn, said)).toBe(phrase);
  });
});

describe("no built-in phrase is heard in", () => {
  test.each<[...said: string[]]>([
    ["in an emergency help is on the website"],
    ["if you have an emergency help is at hand"],
    ["I had to call", "help yourself to cake"],
    ["they said that you should call for help with the heating"],
    ["emergency helpline"],
    ["the emergencies helped"],
    ["recall helpful people"],
    ["they silently left"],
    ["hey", "there", "silent night"],
  ])("%s %s %s", (...said) => {
    expect(say(builtIn, said)).toBeNull();
  });

  test("phrases further apart than a breath", () => {
    const { breathMs } = voiceLimits;
    expect(say(builtIn, ["emergency", "help"], breathMs)).toBe("emergency help");
    expect(say(builtIn, ["emergency", "help"], breathMs + 1)).toBeNull();
    expect(say(builtIn, ["I had to call", "help yourself to cake"], breathMs + 1)).toBeNull();
  });
});

describe("a safe word is heard", () => {
  test.each([
    ["Pineapple", "I would like a pineapple juice with that and the bill"],
    ["pineapple", "a pine-apple, please"],
    ["pine apple", "one Pineapple"],
    ["  Purple Umbrella ", "where is my purple umbrella then"],
    ["Zoë's café", "we met at Zoe’s Cafe"],
    ["don't panic", "dont panic"],
    ["Room 21", "it was room twenty-one upstairs"],
    ["room twenty one", "Room 21"],
    ["help 1", "help one"],
    ["agent 007", "agent 007"],
    ["straße", "the strasse"],
    ["Help", "help"],
    ["Help", "somebody help me please"],
    ["Help", "help he has a knife and he is coming"],
    ["Help", "please help he has a knife"],
  ])("%s in: %s", (word, said) => {
    expect(say(safeWord(word), [said])).not.toBeNull();
  });

  test("where recognition cut it in two", () => {
    expect(say(safeWord("purple umbrella"), ["take the purple", "umbrella with you"])).toBe(
      "purple umbrella",
    );
  });
});

describe("a safe word is not heard", () => {
  test.each([
    ["lace", "what a lovely place"],
    ["pine", "pineapple"],
    ["pineapple", "pine"],
    ["purple umbrella", "a purple one and an umbrella"],
    ["help 1", "help eleven"],
    ["Help", "that was helpful"],
    ["Help", "could you help me carry this upstairs"],
    ["  ", "anything"],
    ["!?", "anything"],
  ])("%s in: %s", (word, said) => {
    expect(say(safeWord(word), [said])).toBeNull();
  });

  test("of a phrase that was answered before, once more speech follows", () => {
    expect(say(safeWord("pineapple"), ["pineapple", "and something else"])).toBeNull();
  });

  test("when the built-in phrases are not the ones that were chosen", () => {
    expect(say(safeWord("pineapple"), ["emergency help"])).toBeNull();
  });
});

test("every phrase that the settings show is listened for", () => {
  for (const phrase of ["help emergency", "hey siri help", "alexa emergency", "call for help"]) {
    expect(builtIn).toContain(phrase);
  }
});

test("only the last ten phrases are kept", () => {
  let heard: readonly Heard[] = [];
  for (let at = 0; at < 12; at += 1) heard = remember(heard, `${at}`, at);
  expect(heard.map(({ text }) => text)).toEqual("2 3 4 5 6 7 8 9 10 11".split(" "));
});
