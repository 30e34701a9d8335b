/** A phone whose sound leaves it while it is recorded, for tests: its database is real, the server is in memory. */
import { vi } from "vitest";
import { soundKeys, tokenHash } from "#seal/keys.ts";
import { openPiece } from "#seal/sound-piece.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { addCopy, type SoundCopy, soundCopies } from "#store/guardians/sound-copies.ts";
import { giveSounds, newCopy } from "#sync/sound-giving.ts";
import type { SoundOutcome, SoundSending } from "#sync/sound-sending.ts";
import { fakeSounds } from "./fake-sounds.ts";
import { fakeWatchServer, type LinkPair, makeOwnLink, storeGuardians } from "./link-pair.ts";
import { recordingOf } from "./recorded-sound.ts";

let emergencies = 0;

/** Stores links whose guardians get sound. */
export function storeListeners(links: readonly LinkPair[]): Promise<void> {
  return storeGuardians(
    links.map((one) => ({ ...one, guardian: { ...one.guardian, getsSound: true } })),
  );
}

/** Makes one, with Ana as its guardian and an emergency that nobody else has. */
export async function soundPhone() {
  await changeLinks("sound-copies", () => ({ keep: undefined, answer: undefined }));
  emergencies += 1;
  const emergency = `sound${emergencies}`;
  const link = await makeOwnLink("Ana");
  await storeListeners([link]);
  const items = fakeWatchServer();
  const server = fakeSounds(items.fetch);
  vi.stubGlobal("fetch", server.fetch);
  let isOn = true;
  /** A page on which nothing goes first. */
  const page: SoundSending = {
    isOn: () => isOn,
    isDue: () => true,
    onMade: () => undefined,
    onOutcome: () => undefined,
    mayGo: async () => true,
    yielding: (request) => request(new AbortController().signal),
  };
  return {
    ...{ emergency, link, items, server, page },
    recording: recordingOf(emergency),
    /** Gives guardians what it takes to listen; resolves to what came of it for the last of them. */
    give: async () => {
      let last: SoundOutcome | null = null;
      const onOutcome = (_: string, outcome: SoundOutcome) => {
        last = outcome;
      };
      await giveSounds({ isDue: () => true, onOutcome });
      return last as SoundOutcome | null;
    },
    begin: async (name = emergency, at = Date.now()) => addCopy(newCopy(name, at)),
    /** The emergency is over: no part grows any more. */
    end: () => {
      isOn = false;
    },
    copyNow: async () =>
      (await soundCopies.read()).find((copy) => copy.emergency === emergency) as SoundCopy,
    /** What the server has of the emergency's copy, in its order; all of it opens. */
    there: async (): Promise<string[]> => {
      const copy = (await soundCopies.read()).find((one) => one.emergency === emergency);
      if (copy === undefined) return [];
      const keys = await soundKeys(copy.secret);
      const hash = await tokenHash(copy.write);
      const found = server.copies.find(({ writeHash }) => writeHash === hash);
      const all = (found?.pieces ?? []).map(async ({ kind, seq, bytes }) => {
        const piece = await openPiece(keys.seal, kind as "sound", seq, bytes);
        if (piece === null) throw new Error("Does not open");
        const seqs = piece.links.map((one) => one.seq);
        return `${kind} ${piece.part.number}: ${Math.min(...seqs)}-${Math.max(...seqs)}`;
      });
      return Promise.all(all);
    },
  };
}
