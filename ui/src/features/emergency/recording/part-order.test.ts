/** Claims about the order of a recording's parts, over sequences of what microphones and recorders do. */
import { expect, test } from "vitest";
import { MicrophoneError } from "#platform/sound/microphone.ts";
import { wholesOf } from "#test/chance.ts";
import type { PartEnd, PartResult } from "./part.ts";
import { afterFailure, afterPart, firstPart, takenLate } from "./part-order.ts";

const part = (end: PartEnd, hadSound = true): PartResult => ({
  end,
  endedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  hadSound,
  reopened: 0,
  muted: null,
});
const refused = new MicrophoneError("denied", null);
const unavailable = new MicrophoneError("unavailable", null);
const brokenRecorder = new Error("no recorder");

test("a first part has no gap, and that of a page after another says so", () => {
  expect(firstPart(false).gap).toBeNull();
  expect(firstPart(true).gap).toBe("An earlier page was closed or left.");
});

test("a gap says what interrupted the recording, and when", () => {
  const { next } = afterPart(firstPart(true), part("muted"), 1);
  expect(next.gap).toBe("The microphone was muted. Interrupted at 2026-01-02T03:04:05.000Z.");
});

test("a gap keeps its first reason however often the next part does not begin", () => {
  let { next } = afterPart(firstPart(false), part("ended"), 1);
  const { gap } = next;
  for (const error of [unavailable, refused, brokenRecorder]) {
    ({ next } = afterFailure(takenLate(next), error, 1));
  }
  expect(next.gap).toBe(gap);
  expect(afterFailure(firstPart(false), unavailable, 1).next.gap).toMatch(/could not begin/);
  expect(takenLate(firstPart(false)).gap).toMatch(/had not let go/);
});

test("only a refused microphone waits for the person alone", () => {
  const pause = (error: unknown) => afterFailure(firstPart(false), error, 1).pause;
  expect([refused, unavailable, brokenRecorder].map(pause)).toEqual(["for-person", 0, 0]);
});

test("parts that took their time are followed at once, those that may break off at once are not", () => {
  const ends: PartEnd[] = ["silent", "unmeasured", "empty", "retried", "stopped"];
  const breaks: PartEnd[] = ["ended", "muted", "failed", "interrupted"];
  const pause = (end: PartEnd) => afterPart(firstPart(false), part(end, false), 1).pause;
  expect(ends.map(pause)).toEqual(ends.map(() => null));
  expect(breaks.map(pause)).toEqual(breaks.map(() => 1));
});

test("a recorder that gave no data gives way, unless it had given sound before", () => {
  const recorderAfter = (hadSound: boolean) =>
    afterPart(firstPart(false), part("empty", hadSound), 2).next.recorder;
  expect([recorderAfter(false), recorderAfter(true)]).toEqual([1, 0]);
  expect(afterFailure(firstPart(false), brokenRecorder, 2).next.recorder).toBe(1);
});

test("whatever happens, pauses grow with what fails in a row, and sound begins them anew", () => {
  const random = wholesOf(17);
  const ends: readonly PartEnd[] = ["ended", "muted", "failed", "silent", "empty", "interrupted"];
  for (let round = 0; round < 300; round += 1) {
    const recorders = 1 + random(4);
    let next = firstPart(random(2) === 0);
    let inARow = 0;
    for (let turn = 0; turn < 40; turn += 1) {
      const { recorder } = next;
      if (random(2) === 0) {
        const result = part(ends[random(ends.length)] ?? "ended", random(2) === 0);
        const step = afterPart(next, result, recorders);
        inARow = result.hadSound ? 0 : inARow + 1;
        expect([null, inARow]).toContain(step.pause);
        if (result.hadSound) expect(step.next.recorder).toBe(recorder);
        next = step.next;
      } else {
        const error = [refused, unavailable, brokenRecorder][random(3)];
        const step = afterFailure(next, error, recorders);
        expect(step.pause).toBe(error === refused ? "for-person" : inARow);
        inARow += 1;
        if (error !== brokenRecorder) expect(step.next.recorder).toBe(recorder);
        next = step.next;
      }
      expect(next.failures).toBe(inARow);
      expect(next.gap).not.toBeNull();
      expect(next.recorder).toBeLessThan(recorders);
    }
  }
});
