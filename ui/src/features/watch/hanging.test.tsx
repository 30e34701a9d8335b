/** Claims about a guardian whose connection hangs: what may have arrived is called neither sent nor not sent, and can be tried again. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fromBase64url } from "#seal/bytes.ts";
import { openUp } from "#seal/items.ts";
import { people } from "#store/guardians/watched.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { freshServer, guardian, show, tap } from "#test/guardian.tsx";
import { personsPhone } from "#test/link-ends.ts";
import { pressInVain } from "#test/silent-server.ts";

let server = fakeWatches();

beforeEach(async () => {
  server = await freshServer();
});

test.each([true, false])(
  "an answer can be given again; that the server had it is %s",
  async (isTaken) => {
    const phone = await guardian();
    const { up } = await phone.keys();
    await phone.send({
      kind: "alarm",
      emergency: "e",
      isDrill: false,
      at: Date.now(),
      place: null,
    });
    await pressInVain("On my way", { fetch: server.fetch, method: "POST", isTaken });
    await screen.findByText("Not confirmed. Check your connection and tap again.");
    expect(screen.queryByText(/^Sent|Not sent/)).toBeNull();
    await tap("I called the police");
    await screen.findByText('Sent: "I called the police"');
    const { seq, bytes } = server.links[0]?.up.at(-1) ?? { seq: -1, bytes: "" };
    const last = await openUp(up, seq, fromBase64url(bytes) ?? new Uint8Array());
    expect(last).toMatchObject({ kind: "answer", answer: "police-called" });
  },
);

test.each([true, false])(
  "a link can be used again; that the server had it is %s",
  async (isTaken) => {
    show((await personsPhone()).fragment);
    await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Ana");
    await pressInVain("Be a guardian", { fetch: server.fetch, method: "POST", isTaken });
    const { textContent } = await screen.findByRole("alert");
    expect(textContent).toMatch(/^No answer came\. It is not known if the link was used\./);
    await tap("Be a guardian");
    await screen.findByRole("heading", { level: 1, name: "Ana" });
  },
);

test("a link can be ended again, and is kept until the server has said that it is over", async () => {
  await guardian();
  const end = "Stop being Ana's guardian";
  await tap(end);
  await pressInVain(end, { fetch: server.fetch, method: "DELETE", isTaken: false });
  await screen.findByText("The server did not say that it has ended. Nothing was deleted.");
  expect(await people.read()).toHaveLength(1);
  await tap(end);
  await screen.findByText(/Somebody who trusts you/);
  expect(server.links[0]?.state).toBe("ended");
});
