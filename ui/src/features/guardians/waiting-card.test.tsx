/** Claims about a link that was opened and never became a guardian's, in the settings and their list, against a server in memory. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { guardians } from "#store/guardians/guardians.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { GuardiansLine } from "./guardians-line.tsx";
import { GuardiansSection } from "./guardians-section.tsx";

let server = fakeWatches();

beforeEach(async () => {
  for (const name of ["guardians", "endings"]) {
    await changeLinks(name, () => ({ keep: [], answer: undefined }));
  }
  server = fakeWatches();
  vi.stubGlobal("fetch", server.fetch);
});

const tap = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

/** Makes a link for Ben, which is on the screen then. */
async function makeLink() {
  render(<GuardiansSection askFirst={(then) => then()} />);
  await tap("Add a guardian");
  await userEvent.type(screen.getByLabelText("Guardian's name"), "Ben");
  await tap("Make a link");
  await screen.findByRole("region", { name: "Ben" });
}

test("of a link whose claim the server has no more it is said that it has expired, and nobody is accused", async () => {
  await makeLink();
  server.alter(0, { state: "claimed" });
  const { textContent } = await screen.findByRole("alert");
  expect(textContent).toMatch(/^The link was opened, .* It has expired, and Ben gets no alarms/);
  expect(textContent).toMatch(/make a new one/);
  expect(textContent).not.toMatch(/[Ss]omeone|It was not Ben/);
  expect(await guardians.read()).toMatchObject([{ state: "waiting" }]);
  render(<GuardiansLine otherwise={null} />);
  await screen.findByText("Ben, link has expired");
  await tap("Remove this link");
  await tap("Remove");
  await screen.findByRole("button", { name: "Add a guardian" });
});

test("a link that ended before this phone heard of its claim is not waited for", async () => {
  await makeLink();
  server.alter(0, { state: "ended" });
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /^This link has ended\. Remove it/,
  );
  expect(screen.queryByText(/^Waiting for Ben/)).toBeNull();
});
