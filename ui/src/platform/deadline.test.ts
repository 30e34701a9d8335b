/** Claims about what is given up after a time. */
import { expect, test } from "vitest";
import { inTime } from "./deadline.ts";

test("what a signal has ended before it began is given up at once, also where the browser ignores the signal", async () => {
  const never = () => new Promise<never>(() => undefined);
  await expect(inTime(60_000, never, AbortSignal.abort())).rejects.toThrow(/abort/);
});
