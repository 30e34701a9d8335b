/**
 * Claims about what the settings say of a guardian's page, of random sequences of what is sent, lost, refused and confirmed: never
 * more than is so, and the worst of it.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageText } from "#features/guardians/page-rules.ts";
import type { DownItem } from "#seal/items.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianTold } from "#store/guardians/guardian-told.ts";
import { changeGuardian, type LinkedGuardian } from "#store/guardians/guardians.ts";
import { sendOutbox } from "#sync/guardian-outbox.ts";
import { withItem } from "#sync/outbox-rules.ts";
import { withSigns } from "#sync/sign-rules.ts";
import { type ReceivedItem, type Situation, storyOf } from "#sync/story.ts";
import { stubStorage } from "./alert-page.ts";
import { fractionsOf } from "./chance.ts";
import { fakeWatchServer, type LinkPair, makeOwnLink, storeGuardians } from "./link-pair.ts";

const place = { latitude: 1, longitude: 2, accuracy: 3, ageMs: 0 };

const words: Record<Situation, RegExp> = {
  calm: /No emergency/,
  test: /a test message/,
  alarm: /you started an emergency/,
  overdue: /you did not end a session in time/,
  "public-code": /your phone was opened with the public code/,
  ended: /ended with your own PIN/,
};

let ben: LinkPair;
let server: ReturnType<typeof fakeWatchServer>;
/** The number of each item that the server has, in its order. */
let seqs: number[];
let isAnswerLost: boolean;

beforeEach(async () => {
  stubStorage();
  ben = await makeOwnLink("Ben");
  await storeGuardians([ben]);
  server = fakeWatchServer();
  seqs = [];
  isAnswerLost = false;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const response = await server.fetch(path, init);
    if (init.method === "POST" && response.status === 201) {
      seqs.push(JSON.parse(String(init.body)).seq);
    }
    if (isAnswerLost) throw new TypeError("Failed to fetch");
    return response;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const emergencyOf = (item: DownItem) => ("emergency" in item ? item.emergency : null);

/** What the phone sends next. */
function itemOf(random: () => number, at: number): DownItem {
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  const kinds = ["alarm", "alarm", "place", "battery", "opened-with-public-code", "ended"] as const;
  const all = { at, place, level: 0.04, dueAt: at, isDrill: false };
  const move = random();
  if (move < 0.1) return { kind: "test", at };
  if (move < 0.2) return { ...all, kind: pick(kinds), emergency: "d-test", isDrill: true };
  if (move < 0.35) return { ...all, kind: pick(["overdue", "ended"] as const), emergency: "s" };
  return { ...all, kind: pick(kinds), emergency: pick(["a", "b"]) };
}

/** Everything that the server has, as the guardian's page can read it. */
async function onServer(): Promise<ReceivedItem[]> {
  const items = await server.opened(ben);
  return items.map((item, index) => ({ seq: seqs[index] ?? -1, at: item.at, item }));
}

async function line(guardian: LinkedGuardian, at: number): Promise<string> {
  const [told, waiting] = [await guardianTold.read(), await guardianOutbox.read()];
  const now = { wall: at, running: at };
  return pageText({ guardian, known: null, told, waiting, session: null, now });
}

test.each(Array.from({ length: 60 }, (_, index) => index + 1))(
  "the line claims no arrival that was not confirmed, and hides nothing that was sent (sequence %d)",
  async (seed) => {
    const random = fractionsOf(seed * 7_919);
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const arrived = new Set<number>();
    let { guardian } = ben;
    for (let turn = 0; turn < 12; turn += 1) {
      const at = 1_000 * turn;
      const item = itemOf(random, at);
      // A server that has taken an item never refuses it.
      const canRefuse = (await guardianOutbox.read()).length === 0;
      await guardianOutbox.change((rows) => ({
        keep: withItem(rows, item, { guardians: [guardian], idFor: () => `${seed} ${turn}` }),
        answer: undefined,
      }));
      const isRefusing = canRefuse && random() < 0.5;
      server.health = random() < 0.7 ? "works" : isRefusing ? "refuses" : "off";
      isAnswerLost = server.health === "works" && random() < 0.2;
      await sendOutbox();
      const came = await onServer();
      const known = came.filter(() => random() < 0.3);
      for (const one of known) arrived.add(one.seq);
      const signs = known.map(({ seq, item: { at: sentAt }, item: of }) => ({
        item: { kind: "arrived" as const, seq, about: emergencyOf(of), at: sentAt },
        at: sentAt,
      }));
      const stored = await changeGuardian(guardian.id, (before) =>
        before.state === "linked" ? withSigns(before, signs, { after: turn + 1, now: at }) : before,
      );
      if (stored?.state === "linked") guardian = stored;
      const text = await line(guardian, at);
      const isAllSent = (await guardianOutbox.read()).length === 0;
      const { situation, isDrill } = storyOf(came);
      if (isAllSent) {
        expect(text).not.toMatch(/On its way/);
        expect(text).toMatch(words[situation]);
        expect(/drill, /.test(text.split(" Until ")[0] ?? "")).toBe(isDrill);
      }
      if (/page shows: /.test(text)) {
        const shown = storyOf(came.filter(({ seq }) => arrived.has(seq)));
        expect(text).toMatch(words[shown.situation]);
      }
    }
    // What the server refuses goes to the console.
    for (const [said] of errors.mock.calls) expect(said).toMatch(/^The server refused/);
    errors.mockClear();
  },
);
