/** Claims about the words for parts that could not be played or downloaded. */
import { expect, test } from "vitest";
import { downloadIncomplete, playbackIncomplete } from "./skipped-rules.ts";

test("each part that was left out is named, counted from 1", () => {
  expect(playbackIncomplete([1], 9).description).toBe("Part 2 of 9 could not be played");
  expect(downloadIncomplete([0, 4], 5).description).toBe("Parts 1 and 5 of 5 could not be read");
  expect(playbackIncomplete([0, 1, 7], 9).description).toBe(
    "Parts 1, 2 and 8 of 9 could not be played",
  );
});
