/** Claims about what is said of a recording that ended. */
import { expect, test } from "vitest";
import { endedTexts } from "../ended/ended-rules.ts";
import { isInMemory } from "./after-rules.ts";
import { type Closed, closedClaim, closedToast } from "./closed-rules.ts";

const bytes = [0, 1, 300, 20_480];
const all: Closed[] = bytes.flatMap((stored) =>
  bytes.flatMap((unsaved) =>
    [true, false, null].map((isOffered) => ({ stored, unsaved, isOffered })),
  ),
);
/** Everything that is said. */
const said = (closed: Closed) =>
  JSON.stringify([
    closedToast(closed, false),
    closedToast(closed, true),
    endedTexts(closed, false),
  ]).toLowerCase();

test.each(all)(
  "$stored bytes stored and $unsaved unsaved are saved only when nothing is unsaved",
  (closed) => {
    const isSaved = closed.stored > 0 && closed.unsaved === 0;
    expect(closedClaim(closed) === "saved").toBe(isSaved);
    const claims = said(closed).replaceAll("not saved", "").replaceAll("only partly saved", "");
    expect(claims.includes("recording saved")).toBe(isSaved);
    expect(claims.includes("it is on this device")).toBe(isSaved);
  },
);

test("a file is mentioned only where one was offered, and as something to be checked; a loss only where it is known", () => {
  for (const closed of all.filter(({ unsaved }) => unsaved > 0)) {
    const { isOffered } = closed;
    expect(said(closed).includes("please check that the file is there")).toBe(isOffered === true);
    // An iPhone's app shares it instead.
    expect(said(closed)).not.toContain("download");
    expect(said(closed).includes("is lost")).toBe(isOffered === false);
    // The screen after an emergency offers what is in memory until it is left.
    const shown = endedTexts(closed, false).note;
    expect(shown).not.toContain("stored is lost");
    expect(isInMemory(closed)).toBe(isOffered === false);
    expect(shown.includes("it is lost when you close this screen")).toBe(isInMemory(closed));
    expect(said(closed).includes("is not finished")).toBe(isOffered === null);
    expect(closedToast(closed, false) === null).toBe(isOffered === null);
  }
});

test("no recording is promised to stay, which a browser may delete by itself", () => {
  for (const closed of all.filter(({ stored }) => stored > 0)) {
    expect(said(closed)).not.toContain("until you delete");
    expect(said(closed)).toContain("some browsers delete recordings");
  }
});

test("of a recording without sound nothing is claimed", () => {
  const nothing = { stored: 0, unsaved: 0, isOffered: true };
  expect(closedToast(nothing, false)).toBeNull();
  expect(endedTexts(nothing, false).note).toMatch(/^No recording was finished here/);
  expect(endedTexts(null, true).note).toBe("Saving the recording...");
});

test("a few bytes are no 0 KB", () => {
  const few = { stored: 300, unsaved: 0, isOffered: true };
  expect(closedToast(few, false)).toMatchObject({ description: "1 KB" });
});
