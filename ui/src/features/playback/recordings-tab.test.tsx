/** Claims about the list of recordings: what it says of sound that cannot be played or downloaded. */
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { recordingMessages } from "#content/messages.ts";
import { findRecording } from "#store/app-database.ts";
import { keepReceipt } from "#store/evidence/receipts.ts";
import { recordingsRecord } from "#store/evidence/recordings.ts";
import { beApplePhone } from "#test/apple-app.ts";
import { signingServer } from "#test/signing-server.ts";
import { storedEmergency, storeEmergency } from "#test/stored-emergency.ts";
import { downloadWaits, notRead } from "./recording-words.ts";
import { RecordingsTab } from "./recordings-tab.tsx";

vi.setConfig({ testTimeout: 30_000 });

const entry = {
  id: "one",
  emergencyEventId: "e",
  audioBlob: "",
  duration: 1,
  mimeType: "audio/webm",
  recordedAt: "2026-11-21T10:00:00.000Z",
  isProcessed: false,
};

const press = async (name: RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const isSaid = (message: object) =>
  waitFor(() => expect(currentToasts()[0]).toMatchObject(message));

test("a recording of which nothing is left is said to be lost, and has no length and no size", async () => {
  recordingsRecord.write([entry]);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  await screen.findByText("Lost: none of its sound is left on this device");
  expect(screen.queryByText("0:01")).toBeNull();
  expect(screen.queryByText("0 B")).toBeNull();
  expect(screen.queryByRole("button", { name: /^(Play|Download)/ })).toBeNull();
  screen.getByRole("button", { name: /^Delete/ });
});

test("a recording has the words that were said in it where they are known, and its badge while it is raw", async () => {
  const sound = { ...entry, audioBlob: "data:audio/webm;base64,AAAA" };
  const processed = { ...sound, id: "two", emergencyEventId: "f", isProcessed: true };
  recordingsRecord.write([{ ...sound, transcription: "I need help." }, processed]);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  const items = await screen.findAllByRole("listitem");
  const has = (words: string) => items.map((item) => within(item).queryByText(words) !== null);
  expect([has("Raw"), has("I need help.")]).toEqual([
    [true, false],
    [true, false],
  ]);
});

test("storage that cannot be read is said to be so, and not that nothing was recorded, until it can be read again", async () => {
  recordingsRecord.write([]);
  const read = vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementation(() => {
    throw new DOMException("Internal error", "UnknownError");
  });
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  expect((await screen.findByRole("alert")).textContent).toBe(notRead);
  expect(screen.queryByText(/Nothing was recorded|0 recordings/)).toBeNull();
  read.mockRestore();
  await screen.findByText("Nothing was recorded on this device.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a browser without a database has nothing there that could be missing in the list", async () => {
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementation(() => {
    throw new DOMException("closed", "SecurityError");
  });
  recordingsRecord.write([]);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  await screen.findByText("Nothing was recorded on this device.");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a recording whose copy cannot be read is neither played nor downloaded, and that is said", async () => {
  recordingsRecord.write([{ ...entry, audioBlob: "data:audio/webm;base64,?" }]);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  await press(/^Play/);
  await isSaid(recordingMessages.playbackFailed);
  await press(/^Download/);
  await isSaid(recordingMessages.downloadFailed);
});

test("where a share sheet wants another tap that is said, and the next one finds the sound ready", async () => {
  const share = vi.fn().mockRejectedValueOnce(new DOMException("late", "NotAllowedError"));
  beApplePhone(share);
  recordingsRecord.write([{ ...entry, audioBlob: "data:audio/webm;base64,AAAA" }]);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  await press(/^Download/);
  await isSaid(downloadWaits);
  const read = vi.spyOn(recordingsRecord, "read");
  fireEvent.click(screen.getByRole("button", { name: /^Download/ }));
  await Promise.resolve();
  expect(share).toHaveBeenCalledTimes(2);
  expect(read).not.toHaveBeenCalled();
  const [first, second] = share.mock.calls.map(([{ files }]) => files as File[]);
  expect(second?.map(({ name, size }) => [name, size])).toEqual([
    ["export-2026-11-21-one.webm", 3],
  ]);
  expect(first).toHaveLength(1);
});

test("a share sheet that is closed saves nothing, and nothing is said to be", async () => {
  const share = vi.fn().mockRejectedValue(new DOMException("closed", "AbortError"));
  beApplePhone(share);
  recordingsRecord.write([{ ...entry, audioBlob: "data:audio/webm;base64,AAAA" }]);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  const before = currentToasts();
  await press(/^Download/);
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  await act(async () => undefined);
  expect(currentToasts()).toEqual(before);
});

test("sound that the browser cannot play is said to be so", async () => {
  recordingsRecord.write([{ ...entry, audioBlob: "data:audio/webm;base64,AAAA" }]);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new Error("not supported"));
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  await press(/^Play/);
  await isSaid(recordingMessages.playbackError);
});

test("a date and a length that were not checked are marked, and no size in total is claimed before the check", async () => {
  recordingsRecord.write([{ ...entry, audioBlob: "data:audio/webm;base64,AAAA" }]);
  const shown: string[] = [];
  const look = () => shown.push(document.body.textContent ?? "");
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  look();
  await screen.findByText("Only a copy is left, which cannot be checked");
  screen.getByText("Not checked:");
  // A copy has no chain that somebody else could follow.
  expect(screen.queryByRole("button", { name: /^Evidence package/ })).toBeNull();
  screen.getByText("1 recording, 3 B in total");
  screen.getByRole("button", { name: /^Play recording, not checked, of / });
  const unchecked = shown.filter((text) => text.includes("Checking..."));
  expect(unchecked).not.toEqual([]);
  for (const text of unchecked) expect(text).toMatch(/^(?!.*in total).*Not checked:/);
});

test("a recording with its chain offers an evidence package, in a dialog that is loaded when it is asked for", async () => {
  recordingsRecord.write([]);
  await storeEmergency(1);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  await screen.findByText("Unchanged since recorded");
  await press(/^Evidence package of recording of /);
  const dialog = await screen.findByRole("dialog", { name: "Evidence package" });
  expect(dialog.textContent).toContain("It leaves the device only if you share it.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a part that the database does not delete is said to be left, and keeps no other from being deleted", async () => {
  recordingsRecord.write([]);
  await storeEmergency(2);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  await press(/^Clear All Recordings/);
  vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementationOnce(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await press(/^Delete$/);
  await isSaid(recordingMessages.deletionFailed);
  expect(await findRecording("id-1")).toBeDefined();
  expect(await findRecording("id-2")).toBeUndefined();
});

test("a time that the server confirms while the list is shown appears, and what was found stays meanwhile", async () => {
  await storeEmergency(1);
  render(<RecordingsTab mayDelete={(remove) => remove()} />);
  await screen.findByText("Unchanged since recorded");
  expect(document.body.textContent).not.toMatch(/Time confirmed/);
  const shown: string[] = [];
  const observer = new MutationObserver(() => shown.push(document.body.textContent ?? ""));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  const server = await signingServer();
  const head = (await findRecording("id-1"))?.head ?? "";
  const time = Date.parse("2026-11-21T10:00:30.000Z") / 1_000;
  await keepReceipt(storedEmergency, await server.receipt(head, time), [server.key]);
  const clock = new Date(time * 1_000).toLocaleTimeString([], { timeStyle: "medium" });
  await screen.findByText(`Time confirmed until ${clock}`);
  expect(shown.filter((text) => text.includes("Checking..."))).toEqual([]);
});
