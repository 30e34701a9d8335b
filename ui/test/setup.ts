/** Runs before every test file: what the console reports as an error fails the test that caused it. */
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;

/** How long a test waits for what must come: hashing a code takes its time on a busy machine. In milliseconds. */
const patienceMs = 10_000;

beforeEach(async () => {
  if (typeof document !== "undefined") {
    const { configure } = await import("@testing-library/react");
    configure({ asyncUtilTimeout: patienceMs });
  }
  errors = vi.spyOn(console, "error");
});

afterEach(async () => {
  if (typeof document !== "undefined") {
    const { cleanup } = await import("@testing-library/react");
    cleanup();
    localStorage.clear();
  }
  const calls = errors.mock.calls.map((call) => call.map(String).join(" "));
  errors.mockRestore();
  expect(calls).toEqual([]);
});
