/** Claims about questions to a worker, which may be slow, silent, missing, or end with a page that is left. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askWorker, NoAnswer, type WorkerWord } from "./worker-question.ts";

/** The workers that were started; each does what a test lets it say. */
let workers: FakeWorker[];
let canStart: boolean;
/** Takes back the questions that were asked. */
let stops: (() => void)[];

class FakeWorker {
  onmessage: ((event: { data: WorkerWord<string> }) => void) | undefined;
  onerror: ((event: Event) => void) | undefined;
  asked: unknown[] = [];
  isTerminated = false;
  constructor() {
    if (!canStart) throw new Error("no worker");
    workers.push(this);
  }
  postMessage(question: unknown) {
    this.asked.push(question);
  }
  terminate() {
    this.isTerminated = true;
  }
  say(data: WorkerWord<string>) {
    this.onmessage?.({ data });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
  [workers, canStart, stops] = [[], true, []];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Asks, and notes what comes of it. */
function ask() {
  const ending = new AbortController();
  const told: string[] = [];
  const patience = { quietMs: 20_000, signal: ending.signal };
  askWorker<string>("/assets/check.js", "question", patience).then(
    (answer) => told.push(answer),
    (error) => told.push(error instanceof NoAnswer ? error.reason : "another error"),
  );
  const stop = () => ending.abort();
  stops.push(stop);
  return { told, stop };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const newest = () => {
  const worker = workers.at(-1);
  if (worker === undefined) throw new Error("There is no worker.");
  return worker;
};

test("a worker is asked, answers and ends", async () => {
  const { told } = ask();
  await settle();
  expect(newest().asked).toEqual(["question"]);
  newest().say({ says: "answer", answer: "whole" });
  await settle();
  expect([told, newest().isTerminated, vi.getTimerCount()]).toEqual([["whole"], true, 0]);
});

test("a worker that goes on takes the time it needs, and one that says nothing for 20 seconds is ended without an answer", async () => {
  const { told } = ask();
  await settle();
  for (let minute = 0; minute < 10; minute += 1) {
    newest().say({ says: "going-on" });
    await vi.advanceTimersByTimeAsync(19_500);
  }
  expect(told).toEqual([]);
  newest().say({ says: "going-on" });
  await vi.advanceTimersByTimeAsync(21_000);
  expect([told, newest().isTerminated]).toEqual([["silent"], true]);
});

test("the time of a phone that slept is no silence", async () => {
  const looks: (() => void)[] = [];
  vi.spyOn(globalThis, "setInterval").mockImplementation((look) => {
    looks.push(look as () => void);
    return 0 as unknown as ReturnType<typeof setInterval>;
  });
  const { told } = ask();
  await settle();
  // Both clocks go on while it sleeps, and timers do not.
  await vi.advanceTimersByTimeAsync(3_600_000);
  for (const look of looks) look();
  await settle();
  expect(told).toEqual([]);
});

test.each([
  ["whose script does not run", () => newest().onerror?.(new Event("error"))],
  ["that never says a word", () => vi.advanceTimersByTimeAsync(21_000)],
] as const)("a worker %s has not started", async (_which, happen) => {
  const { told } = ask();
  await settle();
  await happen();
  await settle();
  expect([told, newest().isTerminated]).toEqual([["not-started"], true]);
});

test("a browser that starts no workers is said to have started none", async () => {
  canStart = false;
  const { told } = ask();
  await settle();
  expect(told).toEqual(["not-started"]);
});

test.each([
  ["says that it has no answer", () => newest().say({ says: "failed" })],
  ["breaks off", () => newest().onerror?.(new Event("error"))],
] as const)("a worker that %s has failed", async (_what, happen) => {
  const { told } = ask();
  await settle();
  newest().say({ says: "going-on" });
  happen();
  await settle();
  expect([told, newest().isTerminated]).toEqual([["failed"], true]);
});

test("a page that is left ends its worker at once, and asks another when it is back", async () => {
  const { told } = ask();
  await settle();
  const first = newest();
  first.say({ says: "going-on" });
  dispatchEvent(new Event("pagehide"));
  expect(first.isTerminated).toBe(true);
  await settle();
  expect(workers).toHaveLength(1);
  dispatchEvent(new Event("pageshow"));
  await settle();
  expect(workers).toHaveLength(2);
  newest().say({ says: "answer", answer: "whole" });
  await settle();
  expect(told).toEqual(["whole"]);
});

test("a question that is taken back ends its worker", async () => {
  const { told, stop } = ask();
  await settle();
  newest().say({ says: "going-on" });
  stop();
  await settle();
  expect([told, newest().isTerminated]).toEqual([["stopped"], true]);
});
