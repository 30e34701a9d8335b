/** The set-up of every test file: an error on the console fails its test. */
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;

/** How long a test waits for a state, in milliseconds: hashing a PIN is slow on a busy machine. */
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
