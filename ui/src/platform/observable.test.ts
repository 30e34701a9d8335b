/** Claims about a value with listeners. */
import { expect, test } from "vitest";
import { observable } from "./observable.ts";

test("a listener hears each change once, after it was made, and the same value is no change", () => {
  const count = observable(0);
  const seen: number[] = [];
  count.subscribe(() => seen.push(count.get()));
  for (const next of [1, 1, 2]) count.set(next);
  expect(seen).toEqual([1, 2]);
});

test("a listener that stopped hears nothing more, and the others still do", () => {
  const count = observable(0);
  const seen: string[] = [];
  const stop = count.subscribe(() => seen.push("first"));
  count.subscribe(() => seen.push("second"));
  stop();
  count.set(1);
  expect(seen).toEqual(["second"]);
});
