/** Claims about how much there is to read in the set-up. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { noteSetup, setupRecord } from "#store/settings/setup.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { payloadOf } from "#test/payload.ts";
import { render } from "../entry-server.tsx";

// Whole pages take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const contacts = [{ id: "a", name: "Ana", phoneNumber: "+61400000001" }];

beforeEach(() => {
  stubServer({});
  setupRecord.clear();
  const query = async () => Object.assign(new EventTarget(), { state: "prompt" });
  Object.defineProperty(navigator, "permissions", { configurable: true, value: { query } });
});

/** The words that explain the screen: neither titles, labels and buttons, nor what is folded away. */
function wordsShown(): readonly string[] {
  const below = document.querySelectorAll("ol[aria-label^='Set-up:'] ~ * :is(p, li)");
  const explaining = [...below].filter(
    (one) => one.closest("details") === null && one.querySelector("p") === null,
  );
  return explaining.flatMap((one) => (one.textContent ?? "").split(/\s+/).filter(Boolean));
}

test.each([
  ["person", "A person to tell"],
  ["pin", "Your own PIN"],
  ["permissions", "What the phone must allow"],
  ["test", "A test emergency"],
] as const)("the screen %s explains itself in at most 40 words", async (at, heading) => {
  settingsRecord.write({ ...DEFAULT_SETTINGS, contacts });
  noteSetup({ at });
  showPage("setup");
  await screen.findByRole("heading", { level: 2, name: heading });
  const words = wordsShown();
  expect(words.length, words.join(" ")).toBeGreaterThan(10);
  expect(words.length, words.join(" ")).toBeLessThanOrEqual(40);
});

test("without script the page says why nothing is there, what to do, and whom to call", () => {
  const page = document.createElement("div");
  page.innerHTML = render(JSON.stringify(payloadOf("setup")));
  expect(page.textContent).toContain("The set-up needs JavaScript. Switch it on for this site");
  expect(page.querySelector("a[href='tel:000']")).not.toBeNull();
});
