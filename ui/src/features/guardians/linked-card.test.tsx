/** Claims about what a guardian's card says of an alarm, from the trigger to the answer and the end, on the real database. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { onToast } from "#components/toast/toast-store.ts";
import { guardians, type LinkedGuardian, noteTold } from "#store/guardians/guardians.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import {
  type FakeWatchServer,
  fakeWatchServer,
  type LinkPair,
  makeOwnLink,
  storeGuardians,
} from "#test/link-pair.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import type { Attention } from "./attending.ts";
import { LinkedCard } from "./linked-card.tsx";

let ana: LinkedGuardian;
let link: LinkPair;
let server: FakeWatchServer;
/** Whether whoever holds the phone knows the PIN. */
let isPinKnown: boolean;

beforeEach(async () => {
  isPinKnown = true;
  const made = await makeOwnLink("Ana", Date.now());
  // Looked at today: what other tests of this worker started sends no weekly check to it.
  const pair = { ...made, guardian: { ...made.guardian, lookedAt: Date.now() } };
  await storeGuardians([pair]);
  server = fakeWatchServer("none");
  vi.stubGlobal("fetch", server.fetch);
  [ana, link] = [pair.guardian, pair];
});

/** The card, with what the server said and what the guardian's phone said. */
function card(pushedSeq: number | null, said: Partial<LinkedGuardian> = {}) {
  const attention: Attention = {
    kind: "known",
    link: {
      ...{ state: "claimed", version: "1", ended: null, reached: null },
      owned: {
        ...{ push: "works", brokenSince: null, pushedSeq, timer: null, newestGeneration: null },
      },
    },
  };
  const guardian = { ...ana, ...said };
  return (
    <LinkedCard
      guardian={guardian}
      attention={attention}
      askFirst={(then) => isPinKnown && then()}
    />
  );
}

test.each(["Send sound to Ana", "Weekly check", "Unlink Ana"])(
  "what this device cannot store is said, and nothing else is: %s",
  async (label) => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const change of ["put", "delete"] as const) {
      vi.spyOn(IDBObjectStore.prototype, change).mockImplementation(() => {
        throw new DOMException("", "QuotaExceededError");
      });
    }
    const shown: string[] = [];
    onToast(({ title }) => shown.push(title));
    render(card(null, { isCompared: true }));
    await userEvent.click(await screen.findByText(label));
    if (label === "Unlink Ana")
      await userEvent.click(screen.getByRole("button", { name: "Unlink" }));
    await waitFor(() => expect(shown).toEqual(["Not changed"]));
    expect(errors).toHaveBeenCalledExactlyOnceWith(
      "A change to a guardian's link could not be stored",
      "",
    );
    errors.mockClear();
  },
);

test("an end that was proved once is said, whatever answers later that the link is not there", async () => {
  const guardian = { ...ana, endedAt: 1, refusedSince: 1 };
  render(
    <LinkedCard guardian={guardian} attention={{ kind: "gone" }} askFirst={(then) => then()} />,
  );
  expect(screen.getByRole("status").textContent).toBe(
    "Ended by the guardian, or not used for over a year.",
  );
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Unlink Ana",
  ]);
});

test("the weekly check can be switched off", async () => {
  render(card(null));
  const choice = screen.getByRole("switch", { name: "Weekly check" });
  expect(choice.getAttribute("aria-checked")).toBe("true");
  await userEvent.click(choice);
  await waitFor(async () =>
    expect(await guardians.read()).toMatchObject([{ isHeartbeatOff: true }]),
  );
});

test("a test is proposed after 30 days without one", async () => {
  const { rerender } = render(card(null));
  expect(screen.queryByText(/No test for 30 days/)).toBeNull();
  rerender(card(null, { linkedAt: Date.now() - 31 * 24 * 3_600_000 }));
  await screen.findByText(/No test for 30 days/);
});

describe("what the page shows as going on, and is over on this phone", () => {
  const over = { name: "Tell Ana that it is over" };
  const of = { emergency: "s", at: Date.now(), isDrill: false } as const;
  const ends = async () => (await server.opened(link)).filter(({ kind }) => kind === "ended");
  beforeEach(() =>
    noteTold({
      ...{ guardian: ana.id, seq: 7, at: of.at },
      item: { kind: "opened-with-public-code", ...of, place: null },
    }),
  );

  test("is ended with the own PIN, once", async () => {
    settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed("482915") });
    render(card(null));
    const button = await screen.findByRole("button", over);
    isPinKnown = false;
    await userEvent.click(button);
    expect(await ends()).toEqual([]);
    isPinKnown = true;
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole("button", over)).toBeNull());
    await waitFor(async () => expect(await ends()).toMatchObject([{ emergency: "s" }]));
    await screen.findByText(/^Sent for Ana's page: ended with your own PIN/);
  });

  test("is not, where there is none: nobody could say who ended it", async () => {
    settingsRecord.write(DEFAULT_SETTINGS);
    render(card(null));
    await screen.findByText(/treat as danger/);
    expect(screen.queryByRole("button", over)).toBeNull();
  });
});
