/** Claims about taking a text off the clipboard. */
import { expect, test } from "vitest";
import { fakeClipboard } from "#test/fake-clipboard.ts";
import { copyText, onCopied, removeCopied } from "./clipboard.ts";

const ours = "Send help\nLocation unavailable";
const done = Promise.resolve();

/** A clipboard with this app's text; whether the browser lets it be read without asking, or does not tell. */
async function holding(permission: PermissionState | null) {
  const clipboard = fakeClipboard();
  const query = async () => {
    if (permission === null) throw new TypeError("No such permission");
    return { state: permission };
  };
  Object.defineProperty(navigator, "permissions", { configurable: true, value: { query } });
  await copyText(ours);
  return clipboard;
}

test("the app's own text gives way to a space", async () => {
  for (const permission of ["granted", "prompt", "denied", null] as const) {
    const clipboard = await holding(permission);
    expect([await removeCopied(ours, done), clipboard.text]).toEqual([true, " "]);
  }
});

test("its text with the line ends of another system does so, too", async () => {
  const clipboard = await holding("granted");
  clipboard.text = ours.replace("\n", "\r\n");
  expect([await removeCopied(ours, done), clipboard.text]).toEqual([true, " "]);
});

test("what was copied since stays where the browser tells without asking", async () => {
  const clipboard = await holding("granted");
  clipboard.text = "Something else";
  expect([await removeCopied(ours, done), clipboard.text]).toEqual([false, "Something else"]);
});

test("nothing is read where the browser would ask the person", async () => {
  const clipboard = await holding("prompt");
  let reads = 0;
  const readText = async () => {
    reads += 1;
    return "";
  };
  Object.assign(navigator.clipboard, { readText });
  expect([await removeCopied(ours, done), reads, clipboard.text]).toEqual([true, 0, " "]);
});

test("a refusal, or a code that did not unlock, changes nothing", async () => {
  const clipboard = await holding("granted");
  expect(await removeCopied(ours, Promise.reject(new Error("Wrong")))).toBe(false);
  clipboard.isWritable = false;
  expect([await removeCopied(ours, done), clipboard.text]).toEqual([false, ours]);
});

test("what the person copies or cuts on the page is heard of, until nobody asks any more", () => {
  let heard = 0;
  const stop = onCopied(() => {
    heard += 1;
  });
  for (const name of ["copy", "cut", "paste"]) document.dispatchEvent(new Event(name));
  stop();
  document.dispatchEvent(new Event("copy"));
  expect(heard).toBe(2);
});
