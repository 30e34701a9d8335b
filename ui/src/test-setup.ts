/** Runs before every test file: what the console reports as an error fails the test that caused it. */
import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
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
