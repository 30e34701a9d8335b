/** The reading age: somebody in fear understands every text of the product at once, and so does a child of twelve. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fleschKincaid } from "flesch-kincaid";
import { syllable } from "syllable";
import { describe, expect, test } from "vitest";
import { shownTexts, wordsOf } from "./shown-texts.ts";
import { specificationTexts } from "./specification-texts.ts";

/** The grade of a school in the USA whose pupils read a text with ease. */
const HIGHEST_GRADE = 6;
/** Shorter texts are judged together, file by file: the formula says nothing of a few words. */
const ENOUGH_WORDS = 20;
/** Tables of countries, lists of words that are heard, and names of attributes. */
const NO_TEXTS = /content\/(country\/|safe-word)|listening\/mentions|html\/attributes/;
/** Names, which nobody can choose. */
const NAMES = /Silent Partner|(SP )?Heart Rate Monitor|JavaScript|Location Services/g;

const root = fileURLToPath(new URL("../..", import.meta.url));
const listed = (folder: string, isWanted: RegExp): readonly string[] =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .filter((name) => isWanted.test(name) && !/\.test\.|sandbox/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
const read = (path: string): string => readFileSync(root + path, "utf8");
const modules = listed("ui/src", /\.tsx?$/)
  .filter((path) => !NO_TEXTS.test(path))
  .map((path) => [path, read(path)] as const);

/** The grade by Flesch and Kincaid. As Flesch counted, a colon or a semicolon ends a sentence, too. */
function gradeOf(text: string): number {
  const sentences = text.split(/[.!?:;]["”)]*(?:\s|$)/).filter((one) => wordsOf(one).length > 0);
  const words = wordsOf(text);
  // A number counts as one syllable.
  const syllables = words.reduce((sum, word) => sum + (syllable(word) || 1), 0);
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables });
}

const withEnd = (text: string): string => (/[.!?:;]["”)]?$/.test(text) ? text : `${text}.`);
const isLong = (text: string): boolean => wordsOf(text).length >= ENOUGH_WORDS;

/** A text without what must stand as it is. */
function ownWords(text: string): string {
  const without = specificationTexts.reduce((rest, exact) => rest.replaceAll(exact, ""), text);
  return without.replace(NAMES, "it").trim();
}

/** The blocks of a file's texts: each long one, and all short ones together. */
function blocksOf(texts: readonly string[]): readonly string[] {
  const own = texts.map(ownWords).filter((text) => wordsOf(text).length > 0);
  const short = own.filter((text) => !isLong(text));
  return [...own.filter(isLong), short.map(withEnd).join(" ")].filter(isLong);
}

/** The blocks that are too hard, with their grade. */
function tooHard(texts: readonly string[]): readonly string[] {
  return blocksOf(texts)
    .filter((block) => gradeOf(block) > HIGHEST_GRADE)
    .map((block) => `grade ${gradeOf(block).toFixed(1)}: ${block}`);
}

const textsOfModule = (source: string, lang: "ts" | "tsx" = "tsx") =>
  shownTexts(source, lang).map(({ text }) => text);

test("every text of the pages and the app is easy to read", () => {
  const found = modules.flatMap(([path, source]) => {
    const hard = tooHard(textsOfModule(source, path.endsWith("x") ? "tsx" : "ts"));
    return hard.map((text) => `${path}: ${text}`);
  });
  expect(found).toEqual([]);
});

/** The paragraphs of a template, with a word for each value. */
const paragraphsOf = (template: string): readonly string[] =>
  template
    .replace(/\{#.*?#\}|\{%.*?%\}|<style>.*?<\/style>/gs, "")
    .replace(/\{\{.*?\}\}/g, "it")
    .split(/<\/?(?:p|h[12]|li|td|main|form|button|label)\b[^>]*>|\n\s*\n/)
    .map((text) => text.replace(/<[^>]*>/g, "").trim())
    .filter((text) => wordsOf(text).length > 2);

const templates = [
  ...listed("server/templates", /^(email\/.*|fallback)\.(html|txt)$/),
  ...listed("ui/src/features/playback/package/files", /^report\.html$/),
];
test.each(templates)("%s is easy to read", (path) => {
  expect(tooHard(paragraphsOf(read(path)))).toEqual([]);
});

describe("a hard text is found", () => {
  const HARD =
    "Notwithstanding the aforementioned considerations, the application facilitates notification of previously " +
    "configured individuals, contingent upon the availability of an appropriate telecommunications connection.";
  test("as an element, with others around words of it", () => {
    const source = `const a = <p><b>${HARD.slice(0, 60)}</b>${HARD.slice(60)}</p>;`;
    expect(tooHard(textsOfModule(source))).toEqual([expect.stringContaining(HARD)]);
  });

  test("as a constant of several parts with a value", () => {
    const source = `export const text = "${HARD.slice(0, 60)}" +\n\`${HARD.slice(60)} \${value}\`;`;
    expect(tooHard(textsOfModule(source))).toEqual([expect.stringContaining(HARD)]);
  });

  test("as an attribute that is shown", () => {
    expect(tooHard(textsOfModule(`const a = <Field hint="${HARD}" />;`))).toHaveLength(1);
  });

  test("in a mail", () => {
    expect(tooHard(paragraphsOf(`{% block words %}<p>${HARD} {{ price }}</p>`))).toHaveLength(1);
  });

  test("in short texts that are hard together", () => {
    const short = [
      "Configure notification preferences immediately.",
      "Unauthorised modification terminates functionality.",
      "Authenticate previously registered communication devices.",
      "Additional verification requirements apply automatically, irrespective of circumstances.",
    ];
    expect(tooHard(short)).toHaveLength(1);
  });
});

test("the grade is that of the formula", () => {
  // 6 words of one syllable in one sentence: 0.39 * 6 + 11.8 - 15.59.
  expect(gradeOf("The cat sat on the mat.")).toBeCloseTo(-1.45);
});

test("every exempt text of the specification is one of the product's", () => {
  const all = modules
    .map(([, source]) => source)
    .join(" ")
    .replace(/\s+/g, " ");
  expect(specificationTexts.filter((exact) => !all.includes(exact))).toEqual([]);
});

test("what no person reads is left out", () => {
  const source = `
    import a from "a module with a name of many words, which is long";
    const list = "one two three four five six seven eight".split(" ");
    throw new Error("The developer reads this long sentence, and nobody else does.");
  `;
  expect(textsOfModule(source)).toEqual([]);
});
