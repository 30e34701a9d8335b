/** Claims about the catalogue of messages: the product says each of them, and a test sees it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as messages from "#content/messages.ts";
import * as shopMessages from "#content/shop-messages.ts";

/** The sentences that the product promises, by their titles or, where a title is shared, by their descriptions. */
const catalogue: readonly string[] = [
  "Geolocation is not supported by this browser",
  "Location access denied by user",
  "Location information unavailable",
  "Location request timed out",
  "Unable to get location",
  "Unable to get location - check permissions",
  "Microphone access denied. Please enable microphone permissions.",
  "No microphone found on this device.",
  "Could not access microphone",
  "Could not start audio recording",
  "Emergency Activation Failed",
  "No Emergency Contacts",
  "Emergency failed",
  "Locked Out",
  "Incorrect PIN",
  "Too many attempts",
  "Incorrect Code",
  "Access Denied",
  "Failed to save emergency contact. Please try again.",
  "Failed to save settings. Please try again.",
  "Error saving settings",
  "Invalid input",
  "Safe word required",
  "Invalid PIN",
  "Emergency contact required",
  "Speech recognition not supported in this browser",
  "Speech Recognition Not Supported",
  "Microphone access denied",
  "Microphone access required",
  "Speech recognition error: ",
  "Microphone Test Failed",
  "Microphone quiet - try speaking or check permissions",
  "Playback Error",
  "Playback Failed",
  "Download Failed",
  "Purchase Required",
  "Purchase Not Found",
  "Verification Error",
  "Not Found",
  "Verification Failed",
  "Payment Failed",
  "Payment Error",
  "Payment Setup Failed",
  "Copy Failed",
  "Missing Information",
  "Email Required",
  "Valid Email Required",
  "Activation Failed",
  "Gift link not found",
  "Gift link expired or used",
  "Failed to activate gift",
  "Contact saved",
  "Contact updated",
  "Settings saved",
  "Recording Saved",
  "Recording Started",
  "Emergency Activated",
  "Emergency Resolved",
  "Demo Access Granted",
  "Access Granted",
  "Gift Purchase Complete",
  "Gift Purchase Successful!",
  "Payment Successful",
  "Purchase Successful",
  "Copied!",
  "Gift Activated!",
  "Email Verified!",
  "Voice monitoring started",
  "Voice monitoring stopped",
  "Delete this emergency recording permanently?",
  "Delete ALL emergency recordings permanently? This cannot be undone.",
];

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
  return description === undefined ? [title] : [title, String(description)];
}

/** Every message: its name in the code, and its words. */
const all = Object.entries({ ...messages, ...shopMessages }).flatMap(([group, value]) =>
  typeof value === "string" || "title" in value
    ? [[group, wordsOf(value)] as const]
    : Object.entries(value).map(([key, one]) => [`${group}.${key}`, wordsOf(one)] as const),
);

/** The messages in the code that say a sentence. */
const sayersOf = (sentence: string) =>
  all.filter(([, words]) => words.some((text) => text.startsWith(sentence)));

test.each(catalogue)("%j is shown by a test", (sentence) => {
  const sayers = sayersOf(sentence);
  expect(sayers, "a message of the product says it").not.toEqual([]);
  const isSeen = sayers.some(([name, words]) =>
    tests.some((text) => [name, ...words].some((part) => text.includes(part))),
  );
  expect(isSeen).toBe(true);
});

test.each(catalogue)("%j is said by the product", (sentence) => {
  // Some are chosen by a key that comes from elsewhere, as in `locationErrors[problem]`.
  const isUsed = sayersOf(sentence).some(([name]) => {
    const [group = "", key] = name.split(".");
    return product.some(
      (text) => text.includes(name) || (key !== undefined && text.includes(`${group}[`)),
    );
  });
  expect(isUsed).toBe(true);
});
