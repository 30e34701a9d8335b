/** Claims about pushes that hold for anything that is pushed, stored, shown or thrown. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toBase64url } from "#seal/bytes.ts";
import { type DownItem, sealDown } from "#seal/items.ts";
import { changeWatched, people } from "#store/guardians/watched.ts";
import { type LinkPair, makeLink, storePeople } from "#test/link-pair.ts";
import { alertGuardian } from "./push.ts";

const ROUNDS = 150;

let ana: LinkPair;
/** How often the browser was asked to show something. */
let asked: number;
/** What the browser does, each for the push that is next. */
let listing: () => unknown;
let showing: (call: number) => Promise<void>;

beforeEach(async () => {
  ana = await makeLink("ana");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("self", {
    registration: {
      scope: "http://localhost/watch",
      showNotification: (): Promise<void> => {
        asked += 1;
        return showing(asked);
      },
      getNotifications: () => listing(),
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const never = () => new Promise<never>(() => undefined);
const broken = async (): Promise<never> => {
  throw new Error("Broken");
};

const of = { emergency: "e", at: 1 };
const items: readonly DownItem[] = [
  { kind: "alarm", ...of, isDrill: false, place: null },
  { kind: "alarm", ...of, isDrill: true, place: null },
  { kind: "ended", ...of, isDrill: false },
  { kind: "overdue", ...of, isDrill: false, place: null, dueAt: 1 },
  { kind: "test", at: 1 },
  { kind: "unlinked", at: 1 },
];

test("every push ends in a notification, and nothing that it waits for is rejected", async () => {
  const random = numbers(16);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const sealed = async (seq: number) => {
    const bytes = toBase64url(await sealDown(ana.guardian.down, seq, oneOf(items)));
    return { seq, bytes: oneOf([bytes, bytes, "AAAA", "%"]) };
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    asked = 0;
    // What is stored, and whether it can be read and changed.
    if (oneOf([true, false])) await storePeople(oneOf([[ana], [ana], []]));
    const isEnded = oneOf([true, false, false]);
    await changeWatched("ana", (before) => ({ ...before, isEnded }));
    const row = await sealed(Math.floor(random() * 9));
    const data = await sealed(Math.floor(random() * 9));
    const [read, change] = [vi.spyOn(people, "read"), vi.spyOn(people, "change")];
    oneOf([() => undefined, () => read.mockImplementation(oneOf([broken, never]))])();
    oneOf([() => undefined, () => change.mockImplementation(oneOf([broken, never]))])();
    // What the server answers.
    const link = { state: "claimed", version: "1", owned: null, reached: { push: "works" } };
    const answer = { items: [{ ...row, at: 1 }], after: 9, now: 1_000, link };
    const answers = [async () => Response.json(answer), async () => Response.json({}), broken];
    vi.stubGlobal("fetch", oneOf([...answers, never]));
    // What is shown, and whether the browser lists it and shows more.
    const stands = { title: "Mia needs help", body: "", tag: oneOf(["", "person-ana"]), data: {} };
    const fails = () => {
      throw new Error("Broken");
    };
    listing = oneOf([async () => [stands], async () => [], broken, never, fails]);
    showing = oneOf([
      async () => undefined,
      (call: number) => (call === 1 ? broken() : Promise.resolve()),
      broken,
    ]);
    // What is pushed.
    const text = oneOf([{ notification: { data } }, { kind: "item" }, null, 7, "text"]);
    const event = oneOf([
      { data: { json: () => text } },
      { data: { json: fails } },
      { data: null },
      { data: null, notification: { data } },
    ]);
    const handled = alertGuardian(event as unknown as PushEvent);
    let outcome: string | null = null;
    handled.then(
      () => (outcome = "done"),
      () => (outcome = "rejected"),
    );
    for (let second = 0; second < 60 && outcome === null; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(asked, `round ${round}`).toBeGreaterThan(0);
    expect(outcome, `round ${round}`).toBe("done");
    read.mockRestore();
    change.mockRestore();
  }
});
