/** Claims about help that is asked for again, and about a link that ends meanwhile, on the guardian's page. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { disguiseTitle } from "#content/product.ts";
import type { DownItem } from "#seal/items.ts";
import { freshServer, guardian, tap } from "#test/guardian.tsx";

let server: Awaited<ReturnType<typeof freshServer>>;
beforeEach(async () => {
  server = await freshServer();
});

const of = { emergency: "e", isDrill: false, place: null } as const;
const alarm = (): DownItem => ({ kind: "alarm", ...of, at: Date.now() });
const code = (): DownItem => ({ kind: "opened-with-public-code", ...of, at: Date.now() });

test("an alarm after the public code is shown with its time", async () => {
  const phone = await guardian();
  await phone.send(alarm());
  await phone.send(code());
  await screen.findByRole("heading", { name: /treat as danger/ });
  expect(screen.queryByText(/asked for again/)).toBeNull();
  await phone.send(alarm());
  await screen.findByText(/^Help was asked for again at \d/);
  await screen.findByText(/^Asked again: \d.*just now$/);
});

test("no age stands where a screen reader would read it aloud each time that it changes", async () => {
  const phone = await guardian();
  await phone.send(alarm());
  await phone.send(code());
  await phone.send(alarm());
  await screen.findByText(/^Help was asked for again at \d/);
  await tap("On my way");
  await screen.findByText('Sent: "On my way"');
  server.alter(0, { state: "ended" });
  await screen.findByText("This link has ended. Nothing more will come.");
  expect(screen.getAllByText(/just now/).length).toBeGreaterThan(3);
  const announced = document.querySelectorAll("[role=alert], [role=status], [aria-live]");
  const texts = [...announced].map(({ textContent }) => textContent);
  expect(texts).toContainEqual(expect.stringContaining("treat as danger"));
  expect(texts.filter((text) => /just now|ago/.test(text))).toEqual([]);
});

test("the title goes on showing an alarm whose link has ended", async () => {
  document.title = disguiseTitle;
  const phone = await guardian();
  await phone.send(alarm());
  await waitFor(() => expect(document.title).toBe(`(1) ${disguiseTitle}`));
  server.alter(0, { state: "ended" });
  await screen.findByText("This link has ended. Nothing more will come.");
  expect(document.title).toBe(`(1) ${disguiseTitle}`);
});
