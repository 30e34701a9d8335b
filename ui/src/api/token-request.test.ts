/** Claims about requests with a token in place of cookies. */
import { describe, expect, test, vi } from "vitest";
import { requestWithToken } from "./token-request.ts";

test("a request with a token has that in place of cookies", async () => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", fetch);
  await requestWithToken("/api/x", "secret", {});
  expect(fetch).toHaveBeenLastCalledWith("/api/x", {
    ...{ method: "GET", credentials: "omit", signal: expect.any(AbortSignal) },
    headers: { Authorization: "Bearer secret" },
  });
});

describe("a request that is never answered", () => {
  /** What has become of it after a while, over a connection that hangs whatever is given up. */
  async function outcomeAfter(ms: number, ending: { readonly signal?: AbortSignal }) {
    vi.useFakeTimers();
    const fetch = vi.fn((_path: string, _init: RequestInit) => new Promise(() => undefined));
    vi.stubGlobal("fetch", fetch);
    let became = "waits";
    requestWithToken("/api/x", "secret", ending).catch(() => {
      became = "given up";
    });
    await vi.advanceTimersByTimeAsync(ms);
    return [became, fetch.mock.calls[0]?.[1].signal?.aborted];
  }

  test("is given up before a browser takes back that a tap may open a page", async () => {
    expect(await outcomeAfter(7_000, {})).toEqual(["waits", false]);
    expect(await outcomeAfter(9_000, {})).toEqual(["given up", true]);
  });

  test("is left to who can end it", async () => {
    expect(await outcomeAfter(60_000, new AbortController())).toEqual(["waits", false]);
  });
});
