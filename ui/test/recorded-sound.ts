/** Recordings for tests, in the evidence's database: links of a chain with random bytes. */
import { keepChunk, keepRecording, type RecordingRow } from "#store/app-database.ts";
import { CHAIN_START, seal } from "#store/evidence/evidence-chain.ts";

/** When the first second of a recording ends, epoch milliseconds. */
export const RECORDED_AT = Date.UTC(2026, 10, 21, 10, 0);

/** A recording of one emergency that grows. */
export function recordingOf(emergencyEventId: string) {
  let seconds = 0;
  let row: RecordingRow | null = null;
  let links = 0;
  const part = (): RecordingRow => ({
    id: `${emergencyEventId}-${(row?.part ?? 0) + 1}`,
    emergencyEventId,
    part: (row?.part ?? 0) + 1,
    mimeType: "audio/webm;codecs=opus",
    recordedAt: new Date(RECORDED_AT + seconds * 1_000).toISOString(),
    ...{ duration: 0, bytes: 0, status: "recording", isProcessed: false },
    head: row?.head ?? CHAIN_START,
    previousHead: row?.head ?? CHAIN_START,
  });
  /** Stores one more second, which is these bytes. */
  const keep = async (sound: Uint8Array<ArrayBuffer>) => {
    row ??= part();
    const [wall, mono] = [RECORDED_AT + seconds * 1_000, seconds * 1_000];
    const link = await seal(row.head, {
      ...{ seq: links, kind: "sound", at: wall, mono, bytes: sound.slice().buffer },
    });
    links += 1;
    seconds += 1;
    const { id, bytes } = row;
    row = { ...row, head: link.chain, bytes: bytes + sound.length, duration: links };
    await keepChunk(row, { ...link, recordingId: id });
  };
  const close = async () => {
    if (row !== null) await keepRecording({ ...row, status: "stopped" });
  };
  return {
    /** The part's row, as it was stored last. */
    row: () => row,
    /** How many links the newest part has. */
    count: () => links,
    /** Stores so many more seconds, of so many bytes each. */
    add: async (count: number, length = 4_000) => {
      for (let at = 0; at < count; at += 1) {
        const bytes = crypto.getRandomValues(new Uint8Array(Math.min(length, 60_000)));
        const long = new Uint8Array(length);
        long.set(bytes);
        await keep(long);
      }
    },
    keep,
    /** An interruption ends the part; the next second begins another one. */
    interrupt: async () => {
      await close();
      row = part();
      links = 0;
    },
    close,
  };
}
