/** Claims about the six digits on the guardian's page: how long they stand there, and what is said of them. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { people } from "#store/guardians/watched.ts";
import { freshServer, guardian, show, tap } from "#test/guardian.tsx";
import { personsPhone } from "#test/link-ends.ts";

beforeEach(async () => {
  await freshServer();
});

const panel = () => screen.queryByRole("heading", { name: "Compare these digits" });
const shown = () => document.querySelector("[data-digits]")?.textContent;
const grouped = (digits: string) => `${digits.slice(0, 3)} ${digits.slice(3)}`;

test("the digits stay to be compared while messages come, until the guardian says that they are the same", async () => {
  const phone = await guardian();
  const digits = grouped((await phone.keys()).digits);
  await waitFor(() => expect(shown()).toBe(digits));
  await phone.send({ kind: "test", at: Date.now(), of: "pairing" });
  await screen.findByRole("heading", { name: "Test message" });
  expect(shown()).toBe(digits);
  screen.getByText(`The six digits of this link are ${digits}. Ana's phone must show the same.`);
  expect(screen.queryByText(/phone shows the same/)).toBeNull();
  await tap("The same digits");
  await waitFor(() => expect(panel()).toBeNull());
  screen.getByText(`You said that Ana's phone shows the same six digits: ${digits}.`);
  // The device knows it, and not the page alone.
  expect(await people.read()).toMatchObject([{ isCompared: true }]);
  cleanup();
  show();
  await screen.findByRole("heading", { name: "Test message" });
  expect(panel()).toBeNull();
});

test("digits that come together with the first message are shown to be compared", async () => {
  const phone = await guardian();
  await phone.send({ kind: "test", at: Date.now(), of: "pairing" });
  await screen.findByRole("heading", { name: "Test message" });
  expect(shown()).toBe(grouped((await phone.keys()).digits));
});

test("an alarm stands before digits that were not compared", async () => {
  const phone = await guardian();
  const of = { emergency: "e", at: Date.now(), isDrill: false, place: null } as const;
  await phone.send({ kind: "alarm", ...of });
  const alarm = await screen.findByRole("heading", { name: "Ana started an emergency" });
  const answer = screen.getByRole("button", { name: "On my way" });
  for (const first of [alarm, answer]) {
    const order = first.compareDocumentPosition(panel() ?? document.documentElement);
    expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
});

test("of a link that was changed on its way no digits are said to be on their way", async () => {
  const phone = await guardian(await personsPhone("", { isForging: true }));
  await phone.keys();
  await screen.findByText(/someone may sit between/);
  screen.getByText("This link has no digits to compare: it was changed on its way to you.");
  expect(screen.queryByText(/not known yet|must show the same/)).toBeNull();
  expect(screen.queryByRole("button", { name: "The same digits" })).toBeNull();
});
