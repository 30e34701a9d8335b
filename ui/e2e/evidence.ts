/** Reads and writes a phone's database without the app. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A row of the store `chunks`, with its bytes as base64; `at` is when it was recorded, in epoch milliseconds. */
type Chunk = { recordingId: string; seq: number; kind: "sound" | "gap"; at: number; bytes: string };

/** Every chunk and gap of every recording, ordered within each recording. */
export function chunksOf(page: Page): Promise<Chunk[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open("evidence");
    const db: IDBDatabase = await new Promise((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const rows: (Omit<Chunk, "bytes"> & { bytes: ArrayBuffer })[] = await new Promise((resolve) => {
      const request = db.transaction("chunks").objectStore("chunks").getAll();
      request.onsuccess = () => resolve(request.result);
    });
    db.close();
    return rows.map(({ recordingId, seq, kind, at, bytes }) => ({
      recordingId,
      seq,
      kind,
      at,
      bytes: btoa(String.fromCharCode(...new Uint8Array(bytes))),
    }));
  });
}

/** How many chunks of sound, a second each, are on the disk; the first of each part comes early and is shorter. */
export function secondsRecorded(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("evidence");
        opening.onsuccess = () => {
          const request = opening.result.transaction("chunks").objectStore("chunks").getAll();
          request.onsuccess = () => {
            opening.result.close();
            const sounds = request.result.filter(({ kind }) => kind === "sound");
            resolve(sounds.length - new Set(sounds.map(({ recordingId }) => recordingId)).size);
          };
        };
      }),
  );
}

/** Waits until so many seconds are recorded; those of earlier emergencies count too. */
export async function untilRecorded(page: Page, seconds: number): Promise<void> {
  const timeout = 30_000 + 2_000 * seconds;
  // Each look reads all of the sound.
  await expect
    .poll(() => secondsRecorded(page), { timeout, interval: 200 })
    .toBeGreaterThanOrEqual(seconds);
}

/** The sound of one recording, or of all when there is but one, as it was kept. */
export async function soundOf(page: Page, recordingId?: string): Promise<Buffer> {
  const chunks = (await chunksOf(page)).filter(
    (chunk) => chunk.kind === "sound" && (recordingId ?? chunk.recordingId) === chunk.recordingId,
  );
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.bytes, "base64")));
}

/** The sentences that describe the gaps. */
export async function gapsOf(page: Page): Promise<string[]> {
  const gaps = (await chunksOf(page)).filter((chunk) => chunk.kind === "gap");
  return gaps.map((chunk) => Buffer.from(chunk.bytes, "base64").toString());
}

/** Samples of a sound file at a rate, as the browser decodes them. */
export async function decoded(page: Page, sound: Buffer, rate: number): Promise<Float32Array> {
  const samples = await page.evaluate(
    async ([base64, hertz]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const audio = await new OfflineAudioContext(1, 1, hertz).decodeAudioData(bytes.buffer);
      return [...audio.getChannelData(0)].map((sample) => Math.round(sample * 10_000));
    },
    [sound.toString("base64"), rate] as const,
  );
  return Float32Array.from(samples, (sample) => sample / 10_000);
}

/** The value with two homes that the database has under a name, such as `lockouts`. */
export async function stateOf<T>(page: Page, name: string): Promise<T | undefined> {
  return (await rowOf<{ value: T }>(page, name))?.value;
}

/** What the database has under a name. */
export function rowOf<T>(page: Page, name: string): Promise<T | undefined> {
  return page.evaluate(
    (key) =>
      new Promise<T | undefined>((resolve) => {
        const opening = indexedDB.open("evidence");
        opening.onsuccess = () => {
          const request = opening.result.transaction("state").objectStore("state").get(key);
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result);
          };
        };
      }),
    name,
  );
}

/** Writes such a value, newer than the one that is there. */
export function keepState(page: Page, name: string, value: unknown): Promise<void> {
  return page.evaluate(
    ([key, kept]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("evidence");
        opening.onsuccess = () => {
          const tx = opening.result.transaction("state", "readwrite");
          const state = tx.objectStore("state");
          const before = state.get(key);
          before.onsuccess = () => {
            const count = (before.result?.version.count ?? 0) + 1;
            state.put({ version: { count, tab: "test" }, value: kept }, key);
          };
          tx.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [name, value] as const,
  );
}
