/** Recorded sound in every engine: how much a kill loses, playing, and the file that is handed over. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAIN_START } from "#store/evidence/evidence-chain.ts";
import { isUnbroken } from "#test/unbroken.ts";
import { checks, removeFolders, runIn, unpackedFolder } from "../e2e/package-tools.ts";
import { ownPin } from "../e2e/phone.ts";
import { sharedServer, type TestServer } from "../e2e/server.ts";
import { decodedSeconds, recordedParts, soundIn, unpacked } from "./export.ts";
import { heardOn, notePlaying } from "./hearing.ts";
import { endEmergency, openHome, openPage, preparedPhone, startReal } from "./pages.ts";
import { type Phone, patience } from "./phone.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(removeFolders);

/** Runs in a page: how many seconds of sound each part has, in the order in which they began, as the database says. */
async function storedSound(): Promise<number[]> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("evidence");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const rows = await new Promise<{ part: number; duration: number }[]>((resolve, reject) => {
    const request = db.transaction("recordings").objectStore("recordings").getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  db.close();
  return rows.sort((a, b) => a.part - b.part).map(({ duration }) => duration);
}

/** Waits until this much is stored of the last of so many parts. */
async function untilStored(phone: Phone, parts: number, seconds: number): Promise<void> {
  const last = async () => {
    const all = await phone.evaluate(storedSound).catch(() => []);
    return all.length >= parts ? (all.at(-1) ?? 0) : 0;
  };
  await expect.poll(last, { ...patience, timeout: 120_000 }).toBeGreaterThanOrEqual(seconds);
}

/** Plays the recording that is listed, and waits until every part that has sound was heard to its end. */
async function playAll(phone: Phone): Promise<void> {
  const parts = (await phone.evaluate(storedSound)).filter((seconds) => seconds > 0).length;
  await phone.evaluate(notePlaying);
  await phone.press(/^Play /);
  const all = Array.from({ length: parts }, () => ["playing", "ended"]).flat();
  await expect.poll(() => heardOn(phone), { ...patience, timeout: 120_000 }).toEqual(all);
}

/** Downloads the recording that is listed, and judges each file of the archive by the links of its part. */
async function exportAll(phone: Phone): Promise<void> {
  await phone.press(/^Download /);
  await expect
    .poll(phone.downloads, patience)
    .toEqual([expect.stringMatching(/^export-\d{4}-\d\d-\d\d-.*\.zip$/)]);
  const [archive = ""] = await phone.downloads();
  const files = await unpacked(phone.downloaded(archive));
  const parts = await recordedParts(phone);
  expect(files.map(({ name }) => name)).toEqual(
    parts.map(({ row }) => expect.stringContaining(row.id)),
  );
  for (const [index, { row, links }] of parts.entries()) {
    const recorded = Buffer.concat(
      links.flatMap(({ kind, bytes }) => (kind === "sound" ? Buffer.from(bytes) : [])),
    );
    const { content = Buffer.of() } = files[index] ?? {};
    // Only the header may differ, which browsers write without a duration.
    expect(soundIn(content).equals(soundIn(recorded))).toBe(true);
    expect(await decodedSeconds(phone, content)).toBeGreaterThan(row.duration - 1);
    expect(await isUnbroken(row.previousHead, links)).toBe(true);
    expect(links.at(-1)?.chain).toBe(row.head);
    expect(row.previousHead).toBe(parts[index - 1]?.row.head ?? CHAIN_START);
  }
}

/** Makes the evidence package of the recording that is listed, and checks it as its receiver would. */
async function packAll(phone: Phone): Promise<void> {
  await phone.press(/^Evidence package/);
  await phone.press("Make the package");
  await phone.see(/export-\d{8}-\d{4}\.zip/);
  const found = async () => (await phone.downloads()).filter((name) => /^export-\d{8}-/.test(name));
  await expect.poll(found, patience).toHaveLength(1);
  const [archive = ""] = await found();
  const folder = unpackedFolder(await readFile(phone.downloaded(archive)));
  const ended = checks.map((command) => runIn(folder, ...command));
  expect(ended).toEqual(checks.map(() => expect.objectContaining({ status: 0 })));
}

test("a recording of two parts, cut by a kill, plays to its end, and its archive has both as they were recorded", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await startReal(phone);
  await untilStored(phone, 1, 2);
  await phone.kill();
  await phone.start();
  await openPage(phone, "/home");
  await phone.see("EMERGENCY ACTIVE");
  await untilStored(phone, 2, 2);
  await endEmergency(phone, ownPin);
  await openPage(phone, "/voice");
  await phone.press("Recordings");
  await phone.see("1 recording,");
  await phone.see("2 parts");
  await phone.see("Unchanged since recorded");
  await playAll(phone);
  await exportAll(phone);
  await packAll(phone);
});

test("leaving within a second of the start leaves no part that blocks what follows", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  await startReal(phone);
  for (let time = 0; time < 2; time += 1) {
    await phone.reload();
    await phone.see("EMERGENCY ACTIVE");
  }
  const most = async () => Math.max(0, ...(await phone.evaluate(storedSound).catch(() => [])));
  await expect.poll(most, { ...patience, timeout: 120_000 }).toBeGreaterThanOrEqual(2);
  await endEmergency(phone, ownPin);
  await openPage(phone, "/voice");
  await phone.press("Recordings");
  await phone.see("1 recording,");
  await playAll(phone);
});
