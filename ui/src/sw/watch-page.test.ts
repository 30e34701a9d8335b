/** Claims about the guardian's page where the server does not serve it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchFile, watchPage } from "./watch-page.ts";

let kept: Response | undefined;

beforeEach(() => {
  kept = new Response("kept");
  vi.stubGlobal("caches", { open: async () => ({ match: async () => kept }) });
});
afterEach(() => vi.unstubAllGlobals());

const answered = async (answer: Promise<Response>) => (await watchPage(answer)).text();
const of = async (status: number) => new Response("network", { status });

test.each([429, 500, 503])("status %d shows the kept page", async (status) => {
  expect(await answered(of(status))).toBe("kept");
});

test("no answer shows the kept page", async () => {
  expect(await answered(Promise.reject(new TypeError("Failed to fetch")))).toBe("kept");
});

test.each([200, 404])("status %d is shown as it came", async (status) => {
  expect(await answered(of(status))).toBe("network");
});

test("where none is kept, the server's refusal is shown", async () => {
  kept = undefined;
  expect(await answered(of(429))).toBe("network");
});

test.each(["open", "match"])(
  "a cache that the browser cannot %s keeps nobody from the network",
  async (which) => {
    const refuse = async () => {
      throw new DOMException("Unexpected internal error.", "UnknownError");
    };
    const match = which === "match" ? refuse : async () => kept;
    vi.stubGlobal("caches", { open: which === "open" ? refuse : async () => ({ match }) });
    vi.stubGlobal("fetch", () => of(200));
    const file = watchFile("/assets/file.js" as unknown as Request);
    expect(await (await file).text()).toBe("network");
    expect(await answered(of(503))).toBe("network");
  },
);
