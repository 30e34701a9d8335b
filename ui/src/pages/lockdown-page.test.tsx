/** Claims about the page that explains the lock. */
import { screen } from "@testing-library/react";
import { test } from "vitest";
import { showPage, stubServer } from "#test/page.tsx";

test("it says that the lock is off once the device was asked", async () => {
  stubServer({});
  showPage("lockdown");
  await screen.findByText("The lock is off. Nothing is going on.");
});
