/** The set-up of every test file: an error on the console fails its test, and a test leaves nothing for the next. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";
import { patienceMs } from "./patience.ts";

let errors: MockInstance<typeof console.error>;

const isPage = typeof document !== "undefined";

if (isPage) {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: patienceMs });
  await import("./run-effects.ts");
}
if (isPage) {
  const { noteFile, watchPage } = await import("./displayed-texts.ts");
  watchPage();
  noteFile(expect.getState().testPath ?? "");
}

beforeEach(() => {
  errors = vi.spyOn(console, "error");
});

/** Forgets what only this document knows. */
async function forgetDocument(): Promise<void> {
  const { toastRemovalMs } = await import("#content/limits.ts");
  const { currentToasts, dismissToast } = await import("#components/toast/toast-store.ts");
  const { closeGate } = await import("#features/emergency/gate/gate.ts");
  const { forgetAnswers } = await import("#api/answers.ts");
  closeGate();
  forgetAnswers();
  // A closed toast stays for a while, and could be taken for one of the next test.
  vi.useFakeTimers();
  for (const { id } of currentToasts()) dismissToast(id);
  vi.advanceTimersByTime(toastRemovalMs);
  vi.useRealTimers();
}

/** Makes the device's storage what it is for a new one: the files of a process share it. */
async function leaveDevice(): Promise<void> {
  const { settleSettings } = await import("#store/settings/settings-copy.ts");
  const { closeEvidence } = await import("#store/app-database.ts");
  const { closeLinks } = await import("#store/guardians/link-record.ts");
  const { closePieces } = await import("#store/evidence/sound-pieces.ts");
  const { forgetUnmirrored } = await import("#store/durable.ts");
  await settleSettings();
  await Promise.all([closeEvidence(), closeLinks(), closePieces()]);
  forgetUnmirrored();
  if (isPage) localStorage.clear();
  globalThis.indexedDB = new IDBFactory();
}

/** Makes the page what it is for a person who opens it for the first time: the files of a worker share it. */
async function leavePage(): Promise<void> {
  const { cleanup } = await import("@testing-library/react");
  const { askPosition } = await import("#platform/sensors/geolocation.ts");
  cleanup();
  document.body.replaceChildren();
  document.head.replaceChildren();
  for (const name of document.documentElement.getAttributeNames()) {
    document.documentElement.removeAttribute(name);
  }
  // What a test gave the browser: everything that is the browser's own is on the prototype.
  for (const name of Object.getOwnPropertyNames(navigator)) {
    Reflect.deleteProperty(navigator, name);
  }
  // biome-ignore lint/suspicious/noDocumentCookie: as in `view-cookie.ts`.
  document.cookie = "view=; Path=/; Max-Age=0";
  history.replaceState(null, "", "/");
  sessionStorage.clear();
  localStorage.clear();
  // Without geolocation an older position is forgotten.
  askPosition();
  await forgetDocument();
}

/** What was written to the console as an error so far; it is watched no more. */
function takeErrors(): readonly string[] {
  const texts = errors.mock.calls.map((call) => call.map(String).join(" "));
  errors.mockRestore();
  return texts;
}

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (isPage) (await import("./displayed-texts.ts")).noteChanges();
  const texts = takeErrors();
  vi.restoreAllMocks();
  errors = vi.spyOn(console, "error");
  if (isPage) await leavePage();
  await leaveDevice();
  expect([...texts, ...takeErrors()]).toEqual([]);
});
