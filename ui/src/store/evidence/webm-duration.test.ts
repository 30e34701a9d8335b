/** Claims about writing a recording's duration into a copy of it. */
import { expect, test } from "vitest";
import { wholesOf } from "#test/chance.ts";
import { withDuration } from "./webm-duration.ts";

const UNKNOWN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const scale = [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40];
const writer = [0x4d, 0x80, 0x81, 0x41];
const header = [0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x86, 0x81, 0x01];
const cluster = [0x1f, 0x43, 0xb6, 0x75, ...UNKNOWN, 0xe7, 0x81, 0x00, 9, 9, 9];
const info = (...children: number[]) => [
  0x15,
  0x49,
  0xa9,
  0x66,
  0x80 + children.length,
  ...children,
];
const file = (infoBytes: number[], segmentSize = UNKNOWN) =>
  new Uint8Array([...header, 0x18, 0x53, 0x80, 0x67, ...segmentSize, ...infoBytes, ...cluster]);

function durationIn(bytes: Uint8Array): number | null {
  for (let at = 0; at < bytes.length - 10; at += 1) {
    if (bytes[at] === 0x44 && bytes[at + 1] === 0x89 && bytes[at + 2] === 0x88) {
      return new DataView(bytes.buffer, at + 3, 8).getFloat64(0);
    }
  }
  return null;
}

test("a recording without a duration gets one, in the file's own ticks", () => {
  const original = file(info(...scale, ...writer));
  const copy = withDuration(original, 12.5);
  expect(durationIn(copy)).toBe(12_500);
  expect([...copy.slice(-cluster.length)]).toEqual(cluster);
  expect(copy.length).toBe(original.length + 11 + 7);
});

test("ticks of another length are respected", () => {
  const tenth = [0x2a, 0xd7, 0xb1, 0x84, 0x05, 0xf5, 0xe1, 0x00];
  expect(durationIn(withDuration(file(info(...tenth)), 3))).toBe(30);
});

test("an existing duration is corrected in place", () => {
  const known = [0x44, 0x89, 0x88, 0, 0, 0, 0, 0, 0, 0, 0];
  const original = file(info(...scale, ...known));
  const copy = withDuration(original, 2);
  expect(copy.length).toBe(original.length);
  expect(durationIn(copy)).toBe(2_000);
});

test("the beginning of a file is mended as the whole is, and a fixed segment is left alone also there", () => {
  const original = file(info(...scale, ...writer));
  const beginning = original.slice(0, -3);
  const whole = [...withDuration(original, 12.5)];
  expect([...withDuration(beginning, 12.5), ...original.slice(-3)]).toEqual(whole);
  const fixed = file(info(...scale), [0x10, 0xff, 0xff, 0xff]);
  expect([...withDuration(fixed, 5)]).toEqual([...fixed]);
});

test("the original is never touched", () => {
  const original = file(info(...scale));
  const before = [...original];
  withDuration(original, 1);
  expect([...original]).toEqual(before);
});

test.each([
  ["no bytes", new Uint8Array()],
  ["another format", new Uint8Array([0, 0, 0, 32, 0x66, 0x74, 0x79, 0x70])],
  ["a file cut short in its header", file(info(...scale)).slice(0, 12)],
  ["a segment of fixed size", file(info(...scale), [0x81])],
])("%s comes back as it was", (_name, bytes) => {
  expect([...withDuration(bytes, 5)]).toEqual([...bytes]);
});

test("random bytes do not make it fail", () => {
  const random = wholesOf(5);
  for (let round = 0; round < 2_000; round += 1) {
    const bytes = file(info(...scale, ...writer));
    for (let count = 0; count < 4; count += 1) {
      bytes[random(256) % bytes.length] = random(256);
    }
    expect(withDuration(bytes, 1).length).toBeGreaterThanOrEqual(bytes.length);
  }
});
