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

/** Empties the settings' second home too, where a test has a database. */
async function forgetSettings(): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  const { settleSettings } = await import("#store/settings-copy.ts");
  const { changeState } = await import("#store/evidence-database.ts");
  await settleSettings();
  localStorage.clear();
  await changeState("settings", () => ({ keep: null, answer: null }));
}

afterEach(async () => {
  if (typeof document !== "undefined") {
    const { cleanup } = await import("@testing-library/react");
    cleanup();
    localStorage.clear();
    // biome-ignore lint/suspicious/noDocumentCookie: as in `view-cookie.ts`.
    document.cookie = "view=; Path=/; Max-Age=0";
    await forgetSettings();
  }
  const calls = errors.mock.calls.map((call) => call.map(String).join(" "));
  errors.mockRestore();
  expect(calls).toEqual([]);
});
