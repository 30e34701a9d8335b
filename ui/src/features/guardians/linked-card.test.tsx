/** Claims about what a guardian's card says of an alarm, from the trigger to the answer and the end, on the real database. */
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { guardianOutbox } from "#store/guardian-outbox.ts";
import { guardianTold } from "#store/guardian-told.ts";
import type { LinkedGuardian } from "#store/guardians.ts";
import { fakeWatchServer, makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import type { Attention } from "./attending.ts";
import { LinkedCard } from "./linked-card.tsx";

const about = { emergency: "e", isDrill: false } as const;
const alarm: DownItem = { kind: "alarm", ...about, at: 1, place: null };
const over: DownItem = { kind: "ended", ...about, at: 2 };

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

const wait = (item: DownItem) =>
  guardianOutbox.change((rows) => ({
    keep: [...rows, { id: item.kind, guardian: ana.id, item, wakes: true, sealed: null }],
    answer: undefined,
  }));
/** The server has everything that waited. */
const store = async (seq: number, item: DownItem) => {
  await guardianTold.change((rows) => ({
    keep: [...rows, { guardian: ana.id, item, seq, at: Date.now() }],
    answer: undefined,
  }));
  await guardianOutbox.change(() => ({ keep: [], answer: undefined }));
};

test("each state of an alarm is said when it is known, and none before", async () => {
  const { rerender } = render(card(null));
  await screen.findByText("No emergency is noted as sent to Ana's page.");
  screen.getByText("Nothing has come from Ana's phone yet.");
  await wait(alarm);
  await screen.findByText(
    /^No emergency is noted .* On its way, and not confirmed by our server: you started an emergency\.$/,
  );
  await store(7, alarm);
  await screen.findByText(
    /^Sent for Ana's page: you started .* Stored on our server\. It is not known to have arrived\.$/,
  );
  rerender(card(7));
  await screen.findByText(/ Taken by the push service for Ana's phone\. That is no proof/);
  expect(screen.queryByText(/^Ana's page shows/)).toBeNull();
  const aliveAt = Date.now();
  rerender(card(7, { arrived: [7], aliveAt }));
  await screen.findByText(/^Ana's page shows: you started an emergency, .*\.$/);
  screen.getByText(/^Ana's phone was last alive on /);
  expect(screen.queryByText(/saw it/)).toBeNull();
  const answered = { arrived: [7], aliveAt, lastAnswer: { answer: "seen", about: "e", at: 3 } };
  rerender(card(7, answered as Partial<LinkedGuardian>));
  await screen.findByText(/^Emergency: Ana saw it, /);
  await wait(over);
  await screen.findByText(/^Ana's page shows: .* On its way, .*: ended with your own PIN\.$/);
  await store(8, over);
  await screen.findByText(
    /^Sent for Ana's page: ended with your own PIN, .* Until then it shows: you started an emergency/,
  );
  rerender(card(8, { arrived: [7, 8], aliveAt }));
  await screen.findByText(/^Ana's page shows: ended with your own PIN, .*\.$/);
});

test("a test is proposed after 30 days without one", async () => {
  const { rerender } = render(card(null));
  expect(screen.queryByText(/No test for 30 days/)).toBeNull();
  rerender(card(null, { linkedAt: Date.now() - 31 * 24 * 3_600_000 }));
  await screen.findByText(/No test for 30 days/);
});
