/** Claims about guardians in the settings while the connection hangs: what may have arrived is not called failed, and can be tried again. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { LinkedGuardian } from "#store/guardians/guardians.ts";
import { fakeWatchServer, makeOwnLink, storeGuardians } from "#test/link-pair.ts";
import { pressInVain } from "#test/silent-server.ts";
import { AddGuardian } from "./add-guardian.tsx";
import { LinkedCard } from "./linked-card.tsx";

test("a link can be made again", async () => {
  const server = fakeWatchServer("none");
  render(<AddGuardian onDone={() => undefined} />);
  await userEvent.type(screen.getByLabelText("Guardian's name"), "Ana");
  const name = "Make a link";
  await pressInVain(name, { fetch: server.fetch, method: "POST", isTaken: true });
  await screen.findByText("The link could not be made. Please try again.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(false);
});

test("a test can be sent again, and is called neither sent nor not sent", async () => {
  const made = await makeOwnLink("Ana", Date.now());
  const guardian: LinkedGuardian = { ...made.guardian, lookedAt: Date.now() };
  await storeGuardians([{ ...made, guardian }]);
  const { fetch } = fakeWatchServer("none");
  render(
    <LinkedCard guardian={guardian} attention={{ kind: "cut-off" }} askFirst={() => undefined} />,
  );
  const name = "Send a test to Ana";
  await pressInVain(name, { fetch, method: "POST", isTaken: false });
  await screen.findByText("Not confirmed. Check your connection and try again.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(false);
});
