/** Claims about permissions that a browser gives and takes back. */
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { settleSettings } from "#store/settings/settings-copy.ts";
import { noteSetup, setupRecord } from "#store/settings/setup.ts";
import { allowances } from "./progress.ts";
import { useSetup } from "./use-setup.ts";

const DAY = 86_400_000;
let answer: PermissionState;

const give = (value: unknown) =>
  Object.defineProperty(navigator, "permissions", { configurable: true, value });

beforeEach(async () => {
  setupRecord.clear();
  await settleSettings();
  give({ query: async () => Object.assign(new EventTarget(), { state: answer }) });
});
afterEach(() => {
  setupRecord.clear();
  give(undefined);
});

/** What is known of both when the app is opened, and the browser answers so. */
async function opened(state: PermissionState): Promise<string> {
  answer = state;
  const { result, unmount } = renderHook(useSetup);
  await waitFor(() => expect(result.current.facts).not.toBeNull());
  const { facts } = result.current;
  unmount();
  const known = facts && allowances(facts);
  return `${known?.location.kind} ${known?.microphone.kind}`;
}

const allowed = (ago: number) => {
  const at = Date.now() - ago;
  noteSetup({ placeFoundAt: at, microphoneOpenedAt: at });
};

test("what the browser said is granted it has taken back when it asks again, also after a reload", async () => {
  allowed(DAY);
  expect(await opened("granted")).toBe("granted granted");
  expect(await opened("prompt")).toBe("open open");
});

test("where it never says so, what was allowed counts for a month", async () => {
  allowed(DAY);
  expect(await opened("prompt")).toBe("again again");
  allowed(31 * DAY);
  expect(await opened("prompt")).toBe("open open");
});

test("what is allowed anew after it was taken back counts again", async () => {
  const [granted, anew] = [Date.now() - 2 * DAY, Date.now() - DAY];
  noteSetup({ placeGrantedAt: granted, microphoneGrantedAt: granted });
  noteSetup({ placeFoundAt: anew, microphoneOpenedAt: anew });
  expect(await opened("prompt")).toBe("again again");
  // The browser says so once more.
  expect(await opened("granted")).toBe("granted granted");
  expect(await opened("prompt")).toBe("open open");
});

test("what a browser says in the document in which it was allowed, as an iPhone does, tells nothing of the next", async () => {
  allowed(0);
  expect(await opened("granted")).toBe("granted granted");
  expect(await opened("prompt")).toBe("again again");
});
