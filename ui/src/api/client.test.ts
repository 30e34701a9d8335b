/** Claims about requests to the server, and what becomes of their responses. */
import { afterEach, expect, test, vi } from "vitest";
import { request } from "./client.ts";

afterEach(() => vi.unstubAllGlobals());

/** Stubs `fetch`; returns what it is called with. */
function stubAnswer(answer: Response) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => answer);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test.each([
  [400, "Bad Request", "Please enter it.", "400: Please enter it."],
  [503, "Service Unavailable", "", "503: Service Unavailable"],
])(
  "status %i %s with the body %j is an error that reads %j",
  async (status, statusText, body, text) => {
    stubAnswer(new Response(body, { status, statusText }));
    await expect(request("/api/x")).rejects.toMatchObject({ status, message: text });
  },
);

test.each([
  ['{"a":1}', { a: 1 }],
  ["null", null],
  ["", undefined],
])("the body %j is read as %j", async (body, read) => {
  stubAnswer(new Response(body));
  expect(await request("/api/x")).toEqual(read);
});

test("a request is a GET with cookies, and is called JSON only where it has a body", async () => {
  const fetch = stubAnswer(new Response(null, { status: 204 }));
  await request("/api/x");
  expect(fetch).toHaveBeenLastCalledWith("/api/x", { method: "GET", credentials: "include" });
  await request("/api/x", "POST", { a: 1 });
  expect(fetch).toHaveBeenLastCalledWith("/api/x", {
    ...{ method: "POST", credentials: "include", body: '{"a":1}' },
    headers: { "Content-Type": "application/json" },
  });
});
