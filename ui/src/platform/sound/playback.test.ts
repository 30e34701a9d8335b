/** Claims about playing sounds one after the other: one that cannot be played does not keep the others from being heard. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { playSounds } from "./playback.ts";

/** What a player does with its sound. */
type Does = "plays" | "fails" | "refuses" | "hangs" | "stalls" | "is-interrupted" | "cannot-load";

let players: FakeAudio[];
/** Whether the tap is still known to the browser, and how many sounds the players had so far. */
let isTapped: boolean;
let sounds: number;
let does: readonly Does[];
let told: string[];
/** The sounds that were asked for, and those that are needed no more. */
let loaded: number[];
let forgotten: number[];
/** How long a sound takes to load, in milliseconds. */
let loadMs: number;

/** Safari's player: two seconds a sound. It plays only if it was loaded at a tap. */
class FakeAudio extends EventTarget {
  preload = "";
  paused = true;
  currentTime = 0;
  does: Does = "plays";
  mayPlay = false;
  constructor() {
    super();
    players.push(this);
  }
  load() {
    this.mayPlay = isTapped;
  }
  hasSource = false;
  removeAttribute() {
    this.hasSource = false;
  }
  set src(_url: string) {
    this.hasSource = true;
    this.does = does.filter((one) => one !== "cannot-load")[sounds] ?? "plays";
    this.currentTime = 0;
    sounds += 1;
  }
  say(name: string) {
    this.dispatchEvent(new Event(name));
  }
  pause() {
    this.paused = true;
  }
  async play() {
    await null;
    if (!this.mayPlay || this.does === "refuses") throw new Error("not supported");
    this.paused = false;
    if (this.does === "hangs") return new Promise<never>(() => undefined);
    if (this.does === "fails") return this.say("error");
    this.say("playing");
    this.currentTime = 1;
    if (this.does === "stalls") return;
    if (this.does === "is-interrupted") {
      this.pause();
      setTimeout(() => this.end(), 60_000);
    } else setTimeout(() => this.end(), 2_000);
  }
  end() {
    if (this.paused && this.does !== "is-interrupted") return;
    this.currentTime = 2;
    this.say("ended");
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Audio", FakeAudio);
  players = [];
  [isTapped, sounds] = [true, 0];
  [told, loaded, forgotten, loadMs] = [[], [], [], 0];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function play(...all: readonly Does[]) {
  does = all;
  const load = async (index: number) => {
    loaded.push(index);
    if (loadMs > 0) await new Promise((resolve) => setTimeout(resolve, loadMs));
    if (does[index] === "cannot-load") throw new Error("not readable");
    return { sound: new Blob(["sound"]), forget: () => forgotten.push(index) };
  };
  const stop = playSounds(all.length, load, {
    began: (index) => told.push(`began ${index}`),
    skipped: (index) => told.push(`skipped ${index}`),
    finished: () => told.push("finished"),
  });
  isTapped = false;
  return stop;
}

test("sounds are played in their order", async () => {
  play("plays", "plays");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(told).toEqual(["began 0", "began 1", "finished"]);
});

test.each(["fails", "refuses"] as const)(
  "a first sound that %s is skipped, and the others are heard",
  async (first) => {
    play(first, "plays", "plays");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(told).toEqual(["skipped 0", "began 1", "began 2", "finished"]);
  },
);

test.each([
  ["hangs", ["began 0", "skipped 1", "began 2", "finished"]],
  ["stalls", ["began 0", "began 1", "skipped 1", "began 2", "finished"]],
] as const)(
  "a player that %s is left after 10 seconds, and the next sound is heard",
  async (second, all) => {
    play("plays", second, "plays");
    await vi.advanceTimersByTimeAsync(11_000);
    expect(told).not.toContain("skipped 1");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(all);
  },
);

test("a call that pauses the player for a minute skips nothing", async () => {
  play("is-interrupted", "plays");
  await vi.advanceTimersByTimeAsync(62_000);
  expect(told).toEqual(["began 0", "began 1", "finished"]);
});

test("sounds of which none can be played are all skipped", async () => {
  play("fails", "refuses", "fails");
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(["skipped 0", "skipped 1", "skipped 2", "finished"]);
});

test("nothing is played or told after it was stopped, and no timer is left", async () => {
  const stop = play("plays", "plays");
  await vi.advanceTimersByTimeAsync(500);
  stop();
  stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).toEqual(["began 0"]);
  expect(players.every(({ paused }) => paused)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("no player keeps a sound that others could play on from the system's media controls", async () => {
  const stop = play("plays", "plays", "plays");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(players.map(({ hasSource }) => hasSource)).toEqual([true, true]);
  stop();
  expect(players.map(({ hasSource }) => hasSource)).toEqual([false, false]);
  play("plays");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.at(-1)).toBe("finished");
  expect(players.some(({ hasSource }) => hasSource)).toBe(false);
});

test("only the sound that plays and the next one are loaded, and each is forgotten when it is over", async () => {
  play("plays", "plays", "plays");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([loaded, forgotten]).toEqual([[0, 1], []]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([loaded, forgotten]).toEqual([[0, 1, 2], [0]]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([loaded, forgotten]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

test("a sound that cannot be loaded is skipped in its turn, and the others are heard", async () => {
  play("plays", "cannot-load", "plays");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(["began 0"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(told).toEqual(["began 0", "skipped 1", "began 2", "finished"]);
});

test("what was loaded or still loads when it is stopped is forgotten, and nothing more is loaded", async () => {
  loadMs = 500;
  const stop = play("plays", "plays", "plays");
  await vi.advanceTimersByTimeAsync(700);
  expect([told, loaded]).toEqual([["began 0"], [0, 1]]);
  stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([loaded, forgotten]).toEqual([
    [0, 1],
    [0, 1],
  ]);
  expect([told, vi.getTimerCount()]).toEqual([["began 0"], 0]);
});
