/** Claims about the place of a toast. */
import { describe, expect, it, test } from "vitest";
import type { Span } from "#platform/page/screen.ts";
import { wholesOf } from "#test/chance.ts";
import { isSaidBy, toastTop } from "./toast-place.ts";

const screen = { top: 0, bottom: 568 };
const span = (top: number, bottom: number): Span => ({ top, bottom });

function topOf(height: number, controls: readonly Span[], news: readonly Span[] = []) {
  return toastTop(height, { screen, controls, news, isFailure: true }, null);
}

describe("the place of a toast", () => {
  it("is at the foot of a screen that has nothing to press there", () => {
    expect(topOf(60, [])).toBe(508);
    expect(topOf(60, [span(0, 48), span(200, 248)])).toBe(508);
  });

  it("is above a bar at the foot, clear of it", () => {
    expect(topOf(60, [span(496, 568)])).toBe(434);
  });

  it("is the lowest gap that is high enough", () => {
    const keys = [span(520, 568), span(460, 510), span(400, 450), span(230, 280)];
    expect(topOf(60, keys)).toBe(338);
    expect(topOf(200, keys)).toBe(28);
  });

  it("is not between controls that leave too little room", () => {
    const rows = Array.from({ length: 12 }, (_, row) => span(row * 48, row * 48 + 44));
    expect(topOf(40, rows)).toBeNull();
    expect(topOf(700, [])).toBeNull();
  });

  it("of a failure spares words that change, and covers these rather than a control", () => {
    expect(topOf(60, [span(496, 568)], [span(400, 480)])).toBe(338);
    expect(topOf(60, [span(62, 568)], [span(0, 40)])).toBe(0);
    expect(topOf(60, [span(61, 568)], [span(0, 40)])).toBeNull();
  });

  it("of good news is beside words that change, or nowhere", () => {
    const narrow = { screen, controls: [span(62, 568)], news: [span(0, 40)], isFailure: false };
    expect(toastTop(60, narrow, null)).toBeNull();
    expect(toastTop(60, narrow, 0)).toBeNull();
    expect(toastTop(60, { ...narrow, isFailure: true }, null)).toBe(0);
    // A line that comes under it moves it.
    const wide = { screen, controls: [], news: [span(520, 540)], isFailure: false };
    expect(toastTop(60, wide, 508)).toBe(458);
    expect(toastTop(60, { ...wide, isFailure: true }, 508)).toBe(508);
  });

  it("stays the same while no control comes under the toast", () => {
    const room = { screen, controls: [span(520, 568)], news: [span(200, 260)], isFailure: true };
    expect(toastTop(60, room, 180)).toBe(180);
    expect(toastTop(60, { ...room, controls: [span(230, 250)] }, 180)).toBe(508);
    expect(toastTop(60, room, 530)).toBe(458);
    expect(toastTop(60, room, -10)).toBe(458);
  });

  it("never touches a control, whatever the screen", () => {
    for (let seed = 1; seed < 400; seed += 1) {
      const next = wholesOf(seed);
      const controls = Array.from({ length: next(9) }, () => {
        const top = next(560);
        return span(top, top + 20 + next(90));
      });
      const height = 40 + next(120);
      const top = topOf(height, controls);
      if (top === null) continue;
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + height).toBeLessThanOrEqual(568);
      expect(controls.filter((one) => one.top < top + height && top < one.bottom)).toEqual([]);
    }
  });
});

const refused = { title: "Recording Not Saved" };
const invalid = { title: "Invalid input", description: "Not sent. Try again." };

test.each<[string, { title: string; description?: string }, string[], boolean]>([
  ["the same words", { title: "Contact saved" }, ["Contact saved"], true],
  ["them in other case, with a full stop", refused, ["It ended. Recording not saved."], true],
  ["them over two lines", refused, ["Recording\n  not saved"], true],
  ["its title alone", invalid, ["Invalid input"], false],
  ["its description alone", invalid, ["Not sent. Try again."], false],
  ["a part of a sentence", { title: "Contact saved" }, ["No contact saved yet"], false],
  ["all but one sentence", invalid, ["Invalid input. Try again."], false],
  ["all of it in two places", invalid, ["Invalid input: not sent.", "Try again"], true],
  ["nothing", { title: "Contact saved" }, [], false],
  ["nothing of a toast without words", { title: "" }, [""], false],
])("where the screen says %s", (_what, toast, texts, isSaid) => {
  expect(isSaidBy(texts, toast)).toBe(isSaid);
});
