/**
 * Claims about the catalogue of messages: a test sees each of them, or it is listed here with the reason why none does. A message
 * that nothing shows any more, or that is new and untested, fails here by its name.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as messages from "#content/messages.ts";
import * as shopMessages from "#content/shop-messages.ts";

/** Messages without a test that shows them, and why. */
const exceptions: Readonly<Record<string, string>> = {
  "voiceMessages.micQuiet":
    "Needs a microphone that is quiet; the browser's fake one beeps at full level.",
  pageFailed: "The last resort when React itself fails, which no test makes it do.",
  paymentOffline: "Replaces the sentence of a failed payment while there is no connection.",
  paymentFormMissing: "Replaces the card form when the provider's script does not load.",
};

const root = fileURLToPath(new URL("..", import.meta.url));
const textsIn = (folder: string, isWanted: (name: string) => boolean): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => isWanted(name) && !name.includes("catalogue"))
    .map((name) => readFileSync(join(root, folder, name), "utf8"));

const tests = [
  ...textsIn("src", (name) => /\.test\.tsx?$/.test(name)),
  ...textsIn("test", (name) => /\.test\.ts$/.test(name)),
  ...textsIn("e2e", (name) => name.endsWith(".ts")),
];
const product = textsIn("src", (name) => /\.tsx?$/.test(name) && !name.includes(".test."));

/** A message's words as a test may quote them. */
function wordsOf(message: unknown): readonly string[] {
  const value = typeof message === "function" ? message(["1"]) : message;
  if (typeof value === "string") return [value];
  const { title, description } = value as { title: string; description?: string };
  return description === undefined ? [title] : [title, description];
}

/** Every message: its name in the code, and its words. */
const all = Object.entries({ ...messages, ...shopMessages }).flatMap(([group, value]) =>
  typeof value === "string" || "title" in value
    ? [[group, wordsOf(value)] as const]
    : Object.entries(value).map(([key, one]) => [`${group}.${key}`, wordsOf(one)] as const),
);

test.each(all)("%s is seen by a test", (name, words) => {
  const names = [name, ...(name.includes(".") ? [] : [`{ ${name}`])];
  const isSeen = tests.some((text) => [...names, ...words].some((part) => text.includes(part)));
  expect(isSeen !== name in exceptions, words.join(" ")).toBe(true);
});

test.each(all)("%s is used by the product", (name) => {
  const [group = "", key] = name.split(".");
  // Some are chosen by a key that comes from elsewhere, as in `locationErrors[problem]`.
  const isUsed = product.some(
    (text) => text.includes(name) || (key !== undefined && text.includes(`${group}[`)),
  );
  expect(isUsed).toBe(true);
});
