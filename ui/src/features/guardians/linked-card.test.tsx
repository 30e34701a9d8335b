/** Claims about what a guardian's card says of an alarm, from the trigger to the answer and the end, on the real database. */
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { LinkedGuardian } from "#store/guardians.ts";
import { fakeWatchServer, makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import type { Attention } from "./attending.ts";
import { LinkedCard } from "./linked-card.tsx";

let ana: LinkedGuardian;

beforeEach(async () => {
  const made = await makeOwnLink("Ana", Date.now());
  // Looked at today: what other tests of this worker started sends no weekly check to it.
  const pair = { ...made, guardian: { ...made.guardian, lookedAt: Date.now() } };
  await storeGuardians([pair]);
  vi.stubGlobal("fetch", fakeWatchServer("none").fetch);
  ana = pair.guardian;
});

/** The card, with what the server said and what the guardian's phone said. */
function card(pushedSeq: number | null, said: Partial<LinkedGuardian> = {}) {
  const attention: Attention = {
    kind: "known",
    link: {
      ...{ state: "claimed", version: "1", ended: null, reached: null },
      owned: { push: "works", brokenSince: null, pushedSeq, timer: null },
    },
  };
  const guardian = { ...ana, ...said };
  return <LinkedCard guardian={guardian} attention={attention} askFirst={(then) => then()} />;
}

test("a test is proposed after 30 days without one", async () => {
  const { rerender } = render(card(null));
  expect(screen.queryByText(/No test for 30 days/)).toBeNull();
  rerender(card(null, { linkedAt: Date.now() - 31 * 24 * 3_600_000 }));
  await screen.findByText(/No test for 30 days/);
});
