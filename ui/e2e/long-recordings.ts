/** Hours of sound on a phone, written into its database as the app writes them, second by second. */
import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import type { RecordingRow } from "#store/app-database.ts";
import { CHAIN_START } from "#store/evidence/evidence-chain.ts";
import { wholesOf } from "#test/chance.ts";
import { signingServer } from "#test/signing-server.ts";
import { joinedBytes } from "#test/sound-files.ts";
import { keepState } from "./evidence.ts";

/** A part of an emergency's recording: how long it is, in seconds. */
type Part = { readonly emergencyEventId: string; readonly part: number; readonly seconds: number };

type Bytes = Uint8Array<ArrayBuffer>;

const big = (value: number, width: number) =>
  Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** (width - 1 - at)) % 256);
const latin = (text: string) => [...text].map((character) => character.charCodeAt(0));
const element = (id: number, ...content: readonly (readonly number[])[]) => {
  const body = content.flat();
  return [...big(id, Math.ceil(Math.log2(id + 1) / 8)), 0x10, ...big(body.length, 3), ...body];
};
const OPEN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

/** The header of a WebM file with one channel of Opus, as browsers record it. */
function webmHeader(): Bytes {
  const opusHead = [...latin("OpusHead"), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0];
  const audio = element(0xe1, element(0xb5, big(0x473b8000, 4)), element(0x9f, [1]));
  const track = element(
    0xae,
    ...[element(0xd7, [1]), element(0x73c5, [1]), element(0x83, [2])],
    ...[element(0x86, latin("A_OPUS")), element(0x63a2, opusHead), audio],
  );
  return Uint8Array.from([
    ...element(0x1a45dfa3, element(0x4282, latin("webm")), element(0x4287, [4])),
    ...[0x18, 0x53, 0x80, 0x67, ...OPEN],
    ...element(0x1549a966, element(0x2ad7b1, big(1_000_000, 4))),
    ...element(0x1654ae6b, track),
  ]);
}

/** Where a second's time stands among its bytes. */
const TIME_AT = 17;

/** A second of sound at 32,000 bits a second, noise that no database makes smaller; its time is still to be written. */
function webmSecond(): Bytes {
  const noise = wholesOf(1);
  const blocks = Array.from({ length: 50 }, (_, at) => {
    // 20 milliseconds of one channel, of which the decoder makes sound whatever the bytes are.
    const packet = [0xf8, ...Array.from({ length: 71 }, () => noise(256))];
    return element(0xa3, [0x81, ...big(at * 20, 2), 0x80, ...packet]);
  });
  const time = element(0xe7, big(0, 4));
  return Uint8Array.from([0x1f, 0x43, 0xb6, 0x75, ...OPEN, ...time, ...blocks.flat()]);
}

const [header, second] = [webmHeader(), webmSecond()];

function secondAt(index: number): Bytes {
  const bytes = index === 0 ? joinedBytes([header, second]) : second.slice();
  new DataView(bytes.buffer).setUint32(bytes.length - second.length + TIME_AT, index * 1_000);
  return bytes;
}

const GAP = "The page was reloaded.";

/** A part's row with its digests, 64 characters for each link: of the link, and of the chain after it. */
type Sealed = { readonly row: RecordingRow; readonly digests: string; readonly heads: string };

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/**
 * Seals a part's seconds onto the chain as `store/evidence/evidence-chain.ts` does, without waiting for each digest: the product's
 * check finds out whether it is so. A later part begins with the sentence about a gap.
 */
function sealPart(plan: Part, previousHead: string, begun: number): Sealed {
  const links = plan.seconds + (plan.part > 1 ? 1 : 0);
  let [head, bytes] = [previousHead, 0];
  const [digests, heads]: [string[], string[]] = [[], []];
  for (let seq = 0; seq < links; seq += 1) {
    const index = seq - (links - plan.seconds);
    const content = index < 0 ? GAP : secondAt(index);
    const [kind, mono] = [index < 0 ? "gap" : "sound", (index + 1) * 1_000];
    if (index >= 0) bytes += content.length;
    const digest = sha256(content);
    head = sha256([head, seq, kind, begun + mono, mono, digest].join("|"));
    digests.push(digest);
    heads.push(head);
  }
  const row: RecordingRow = {
    id: `${plan.emergencyEventId}-part-${plan.part}`,
    emergencyEventId: plan.emergencyEventId,
    part: plan.part,
    mimeType: "audio/webm;codecs=opus",
    recordedAt: new Date(begun).toISOString(),
    duration: plan.seconds,
    bytes,
    status: "stopped",
    isProcessed: true,
    head,
    previousHead,
  };
  return { row, digests: digests.join(""), heads: heads.join("") };
}

/** Writes a part with its links, whose bytes are made in the page. */
async function writePart(page: Page, sealed: Sealed) {
  const media = { header: [...header], second: [...second], timeAt: TIME_AT, gap: GAP };
  await page.evaluate(
    async ([{ row, digests, heads }, media]) => {
      const [first, later] = [
        Uint8Array.from([...media.header, ...media.second]),
        Uint8Array.from(media.second),
      ];
      const secondAt = (index: number) => {
        const bytes = (index === 0 ? first : later).slice();
        const timeAt = bytes.length - later.length + media.timeAt;
        new DataView(bytes.buffer).setUint32(timeAt, index * 1_000);
        return bytes.buffer;
      };
      const opening = indexedDB.open("evidence");
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      const [links, begun] = [heads.length / 64, Date.parse(row.recordedAt)];
      const before = links - row.duration;
      const linkAt = (seq: number) => {
        const isGap = seq < before;
        const mono = (seq - before + 1) * 1_000;
        return {
          ...{ recordingId: row.id, seq, kind: isGap ? "gap" : "sound", at: begun + mono, mono },
          sha256: digests.slice(seq * 64, seq * 64 + 64),
          chain: heads.slice(seq * 64, seq * 64 + 64),
          bytes: isGap ? new TextEncoder().encode(media.gap).buffer : secondAt(seq - before),
        };
      };
      for (let from = 0; from < links; from += 2_000) {
        const tx = db.transaction(["recordings", "chunks"], "readwrite", { durability: "strict" });
        const chunks = tx.objectStore("chunks");
        const until = Math.min(links, from + 2_000);
        for (let seq = from; seq < until; seq += 1) chunks.put(linkAt(seq));
        tx.objectStore("recordings").put(row);
        await new Promise<void>((resolve, reject) => {
          tx.oncomplete = () => resolve();
          tx.onabort = () => reject(tx.error);
        });
      }
      db.close();
    },
    [sealed, media] as const,
  );
}

/** Writes recordings into a phone whose app has made its database; gives how many bytes of sound they are. */
export async function writeRecordings(page: Page, plan: readonly Part[]): Promise<number> {
  const tally: Record<string, Record<string, string>> = {};
  let [bytes, head, begun] = [0, CHAIN_START, Date.parse("2026-11-20T20:00:00.000Z")];
  for (const part of plan) {
    if (part.part === 1) head = CHAIN_START;
    const sealed = sealPart(part, head, begun);
    await writePart(page, sealed);
    const { row } = sealed;
    head = row.head;
    bytes += row.bytes;
    begun += (part.seconds + 60) * 1_000;
    tally[row.emergencyEventId] = { ...tally[row.emergencyEventId], [row.id]: row.head };
  }
  await keepState(page, "evidence-tally", tally);
  return bytes;
}

/** Keeps a receipt for each recording that is on a phone, of the minute in which it ended. */
export async function confirmTimes(page: Page): Promise<void> {
  const signing = await signingServer();
  const parts = await page.evaluate(
    () =>
      new Promise<RecordingRow[]>((resolve) => {
        const opening = indexedDB.open("evidence");
        opening.onsuccess = () => {
          const asked = opening.result.transaction("recordings").objectStore("recordings").getAll();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result);
          };
        };
      }),
  );
  for (const { emergencyEventId, recordedAt, duration, head } of parts) {
    const time = Math.round(Date.parse(recordedAt) / 1_000) + duration + 1;
    const kept = { receipts: [await signing.receipt(head, time)], keys: [signing.key] };
    await page.evaluate(
      ([name, value]) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open("evidence");
          opening.onsuccess = () => {
            const tx = opening.result.transaction("state", "readwrite");
            tx.objectStore("state").put(value, name);
            tx.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
      [`times-${emergencyEventId}`, kept] as const,
    );
  }
}
