/** Claims about what is on the screen while an emergency is on. */
import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { begun, play, trigger, typed } from "../machine/stories.ts";
import { shownAt } from "./shown.ts";

const { emergency } = play([begun]).state;
const decoy = play([begun, typed("decoy")]).state;
const disguised = play([{ type: "triggered", trigger: { ...trigger, isDisguised: true } }]).state;

test("without an emergency every page is shown", () => {
  for (const path of [paths.home, paths.voice]) expect(shownAt(null, path)).toBe("page");
});

test("an emergency shows the lock screen on the main screens, and the overlay anywhere else", () => {
  for (const path of paths.mainScreens) expect(shownAt(emergency, path)).toBe("lock-screen");
  for (const path of [paths.heartMonitor, paths.settings, paths.voice]) {
    expect(shownAt(emergency, path)).toBe("overlay");
  }
});

test.each([
  ["after a decoy unlock", decoy],
  ["behind the disguise", disguised],
])("%s the heart monitor is shand no other page", (_, { emergency: hidden }) => {
  expect(shownAt(hidden, paths.heartMonitor)).toBe("page");
  for (const path of [...paths.mainScreens, paths.settings, paths.voice]) {
    expect(shownAt(hidden, path)).toBe("nothing");
  }
});
