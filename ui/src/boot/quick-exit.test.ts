/** Claims about which presses of Shift leave the page. */
import { describe, expect, it } from "vitest";
import { countPress, isExit, type KeyEvent, noPresses, type Presses } from "./quick-exit.ts";

type Step = readonly [type: KeyEvent["type"], key: string, atMs: number];

function run(steps: readonly Step[]): Presses {
  return steps.reduce(
    (presses, [type, key, atMs]) => countPress(presses, { type, key }, atMs),
    noPresses,
  );
}

const shiftAt = (atMs: number): readonly Step[] => [
  ["down", "Shift", atMs],
  ["up", "Shift", atMs + 50],
];

describe("the quick exit", () => {
  it("leaves at the third press of Shift within five seconds", () => {
    const two = [...shiftAt(0), ...shiftAt(2000)];
    expect(isExit(run(two))).toBe(false);
    expect(isExit(run([...two, ...shiftAt(4000)]))).toBe(true);
  });

  it("stays when the third press is too late", () => {
    expect(isExit(run([...shiftAt(0), ...shiftAt(3000), ...shiftAt(6000)]))).toBe(false);
  });

  it("counts the last five seconds, not the first three presses", () => {
    const presses = [...shiftAt(0), ...shiftAt(4000), ...shiftAt(6000), ...shiftAt(8000)];
    expect(isExit(run(presses))).toBe(true);
  });

  it("does not count Shift held for a capital letter", () => {
    const capital = (atMs: number): readonly Step[] => [
      ["down", "Shift", atMs],
      ["down", "A", atMs + 10],
      ["up", "A", atMs + 20],
      ["up", "Shift", atMs + 30],
    ];
    expect(isExit(run([...capital(0), ...capital(500), ...capital(1000)]))).toBe(false);
  });

  it("resets the count when another key is pressed", () => {
    const presses: Step[] = [...shiftAt(0), ...shiftAt(500), ["down", "Tab", 700], ...shiftAt(900)];
    expect(isExit(run(presses))).toBe(false);
  });
});
