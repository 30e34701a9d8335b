/** Claims about when a guardian's page knows that nothing newer can be there. */

import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshServer, guardian } from "#test/guardian.tsx";
import { makeOwnLink, storePeople } from "#test/link-pair.ts";
import { patiently } from "#test/patience.ts";
import { type Connection, follow } from "./follow.ts";

/** A server that answers the first `answers` requests, and is silent then, whatever the browser gives up. */
function silentAfter(answers: number) {
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    if (asked > answers) return new Promise(() => undefined);
    const link = { state: "claimed", version: "1", owned: null, reached: { push: "works" } };
    return Response.json({ items: [], after: 0, now: 1_000, link });
  });
  return () => asked;
}

const hide = () => vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
const turned = () => document.dispatchEvent(new Event("visibilitychange"));

let states: Connection["state"][];
let stop: () => void;

async function following(): Promise<void> {
  const link = await makeOwnLink("Mia");
  await storePeople([link]);
  states = [];
  stop = follow(link.person.id, ({ state }) => {
    if (states.at(-1) !== state) states.push(state);
  });
}

beforeEach(() => {
  stop = () => undefined;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ["the first one", 0, 10_000, ["cut-off"]],
  ["one that waits for news", 1, 30_000, ["live", "cut-off"]],
] as const)(
  "a request that is never answered, %s, is no sign of calm",
  async (_which, answers, ms, said) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = silentAfter(answers);
    await following();
    // Both move the clock on a little by themselves.
    await vi.waitUntil(() => asked() > answers, patiently);
    await vi.advanceTimersByTimeAsync(ms - 2_000);
    expect(states).not.toContain("cut-off");
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitUntil(() => states.at(-1) === "cut-off", patiently);
    expect(states).toEqual(said);
  },
);

test.each([
  ["the page is shown again", turned],
  ["a connection comes back", () => window.dispatchEvent(new Event("online"))],
])("after %s it is not known until the server has answered", async (_what, happens) => {
  const asked = silentAfter(1);
  await following();
  await expect.poll(asked).toBe(2);
  expect(states).toEqual(["live"]);
  happens();
  await expect.poll(asked).toBe(3);
  expect(states).toEqual(["live", "connecting"]);
});

test("a page that was hidden for ten minutes says nothing calm when it is shown, before it has read", async () => {
  await freshServer();
  await guardian();
  await screen.findByRole("heading", { name: "No emergency" });
  const hidden = hide();
  turned();
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const then = Date.now() + 600_000;
  vi.spyOn(Date, "now").mockReturnValue(then);
  hidden.mockRestore();
  turned();
  await screen.findByRole("heading", { name: "Looking for news..." });
  expect(screen.queryByText("No emergency")).toBeNull();
});
