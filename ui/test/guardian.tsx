/** A guardian's page for tests: a server in memory, and a guardian who has used a link. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { Watch } from "#features/watch/watch.tsx";
import { changeLinks } from "#store/guardians/link-record.ts";
import { fakeWatches } from "./fake-watches.ts";
import { personsPhone } from "./link-ends.ts";

/** Begins anew: nobody is known in this browser, and a server without links answers. */
export async function freshServer() {
  for (const name of ["watched", "claims"]) {
    await changeLinks(name, () => ({ keep: [], answer: undefined }));
  }
  const server = fakeWatches();
  vi.stubGlobal("fetch", server.fetch);
  location.hash = "";
  return server;
}

/** Shows the page with a link in its address. */
export const show = (fragment = "", pushKey: string | null = null) => {
  location.hash = fragment;
  return render(<Watch pushKey={pushKey} />);
};
/** Taps a button when it is there. */
export const tap = async (name: string) =>
  userEvent.click(await screen.findByRole("button", { name }));

/** A guardian who has claimed the link of Ana's phone; `pushKey` is the server's, if it sends pushes. */
export async function guardian(
  given?: Awaited<ReturnType<typeof personsPhone>>,
  pushKey: string | null = null,
) {
  const phone = given ?? (await personsPhone());
  show(phone.fragment, pushKey);
  await userEvent.type(await screen.findByLabelText("Who sent you this link?"), "Ana");
  await tap("Be a guardian");
  await screen.findByRole("heading", { level: 1, name: "Ana" });
  return phone;
}
