/** Claims about when a toast says nothing new. */
import { expect, test } from "vitest";
import { isSaidBy } from "./toast-words.ts";

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
