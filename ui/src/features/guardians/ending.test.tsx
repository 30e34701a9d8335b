/** Claims about the end of a link in the settings: who can end it, and what it does, against a server in memory. */
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fromBase64url } from "#seal/bytes.ts";
import { type DownItem, openDown } from "#seal/items.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardians, lastItems, readEndings } from "#store/guardians/guardians.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { changeOutbox, sendOutbox } from "#sync/guardian-outbox.ts";
import { withItem } from "#sync/outbox-rules.ts";
import { fakeWatches } from "#test/fake-watches.ts";
import { claimAsGuardian } from "#test/link-ends.ts";
import { toast } from "#test/page.tsx";
import { GuardiansSection } from "./guardians-section.tsx";
import { LinkChecks } from "./link-checks.tsx";
import { linkUrl } from "./making.ts";
import { tellEndings } from "./sending.ts";

let server = fakeWatches();
let asked: number;
/** Whether whoever holds the phone knows the PIN. */
let isPinKnown: boolean;

beforeEach(async () => {
  for (const name of ["guardians", "endings", "last-items", "outbox", "told"]) {
    await changeLinks(name, () => ({ keep: [], answer: undefined }));
  }
  [server, asked, isPinKnown] = [fakeWatches(), 0, true];
  vi.stubGlobal("fetch", server.fetch);
});

const askFirst = (then: () => void) => {
  asked += 1;
  if (isPinKnown) then();
};
const tap = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

/** Makes a link for Ben; `isLinked` says whether he claims it. Resolves to his keys, if he does. */
async function linkToBen(isLinked: boolean) {
  render(<GuardiansSection askFirst={askFirst} />);
  await tap("Add a guardian");
  await userEvent.type(screen.getByLabelText("Guardian's name"), "Ben");
  await tap("Make a link");
  await screen.findByRole("region", { name: "Ben" });
  const [made] = await guardians.read();
  if (!isLinked || made?.state !== "waiting") return null;
  const keys = await claimAsGuardian("", linkUrl(made));
  await screen.findByRole("button", { name: "Unlink Ben" });
  return keys;
}

/** Presses a button and says yes to its question. */
async function press(button: string) {
  await tap(button);
  await tap(button === "Remove this link" ? "Remove" : "Unlink");
}

const ends = [
  ["other digits", true, "Other digits: unlink"],
  ["unlinking", true, "Unlink Ben"],
  ["taking back a link that nobody has opened yet", false, "Remove this link"],
] as const;

test.each(ends)("%s is asked about first, and Cancel leaves it", async (_, isLinked, button) => {
  await linkToBen(isLinked);
  await tap(button);
  await screen.findByRole("alertdialog", { name: /\?$/ });
  expect(document.activeElement?.textContent).toBe("Cancel");
  await tap("Cancel");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(document.activeElement?.textContent).toBe(button);
  expect(asked).toBe(0);
  expect(await guardians.read()).toMatchObject([{ name: "Ben" }]);
  expect(server.seen.filter(({ method }) => method === "DELETE")).toEqual([]);
});

test.each(ends)("%s needs the PIN", async (_, isLinked, button) => {
  await linkToBen(isLinked);
  isPinKnown = false;
  await press(button);
  expect(asked).toBe(1);
  expect(await guardians.read()).toMatchObject([{ name: "Ben" }]);
  isPinKnown = true;
  await press(button);
  expect(asked).toBe(2);
  await screen.findByRole("button", { name: "Add a guardian" });
  await waitFor(() => expect(server.links[0]?.state).toBe("ended"));
  expect(server.seen.filter(({ method }) => method === "DELETE").length).toBe(1);
});

test("unlinking asks first, tells the guardian, and removes everything here", async () => {
  const keys = await linkToBen(true);
  await press("Unlink Ben");
  await screen.findByRole("button", { name: "Add a guardian" });
  expect(asked).toBe(1);
  await waitFor(() => expect(server.links[0]?.state).toBe("ended"));
  const [sent] = server.links[0]?.down ?? [];
  const bytes = fromBase64url(sent?.bytes ?? "") ?? new Uint8Array();
  expect(keys && (await openDown(keys.down, 1, bytes))).toMatchObject({ kind: "unlinked" });
  expect(await guardians.read()).toEqual([]);
  await waitFor(async () => expect(await readEndings()).toEqual([]));
  expect(toast()?.title).toBe("Unlinked");
});

const tries = () => server.seen.filter(({ method }) => method === "DELETE").length;

test.each([
  ["the connection comes back", () => window.dispatchEvent(new Event("online"))],
  ["the app is shown", () => document.dispatchEvent(new Event("visibilitychange"))],
])(
  "unlinking without a connection stops here at once, and the server is told when %s, on any page",
  async (_when, comeBack) => {
    await linkToBen(true);
    server.isDown = true;
    await press("Unlink Ben");
    await screen.findByRole("button", { name: "Add a guardian" });
    await waitFor(() => expect(toast()?.description).toMatch(/told when you are online/));
    expect((await readEndings()).length).toBe(1);
    cleanup();
    const before = tries();
    render(<LinkChecks isCalm />);
    await waitFor(() => expect(tries()).toBe(before + 1));
    server.isDown = false;
    comeBack();
    await waitFor(() => expect(server.links[0]?.state).toBe("ended"));
    await waitFor(async () => expect(await readEndings()).toEqual([]));
  },
);

describe("the end of an emergency that waits for a guardian who is unlinked", () => {
  let keys: Awaited<ReturnType<typeof linkToBen>>;
  const queue = async (item: DownItem) => {
    const all = await guardians.read();
    const idFor = () => item.kind;
    await changeOutbox((rows) => withItem(rows, item, { guardians: all, idFor }));
  };
  const of = { emergency: "e", at: 1, isDrill: false };
  const begin = () => queue({ kind: "alarm", ...of, place: null });
  const end = () => queue({ kind: "ended", ...of });
  const kinds = async () => {
    const sent = server.links[0]?.down ?? [];
    const items = sent.map(async ({ seq, bytes }) => {
      const item = await openDown(
        (keys as NonNullable<typeof keys>).down,
        seq,
        fromBase64url(bytes) ?? new Uint8Array(),
      );
      return item?.kind;
    });
    return (await Promise.all(items)).filter(Boolean);
  };
  const unlink = async () => {
    await tap("Unlink Ben");
    await tap("Unlink");
    await screen.findByRole("button", { name: "Add a guardian" });
  };
  /** The server has the alarm, and is not reached from its end to the link's. */
  const unlinkWhileDown = async () => {
    await begin();
    await sendOutbox();
    server.isDown = true;
    await end();
    await unlink();
  };
  beforeEach(async () => {
    keys = await linkToBen(true);
  });

  test("goes before the link's", async () => {
    await begin();
    await sendOutbox();
    await end();
    await unlink();
    await waitFor(() => expect(server.links[0]?.state).toBe("ended"));
    expect(await kinds()).toEqual(["alarm", "ended", "unlinked"]);
  });

  test("and could not be sent is sent later, before the link is ended", async () => {
    await unlinkWhileDown();
    await sendOutbox();
    expect(await guardianOutbox.read()).toEqual([]);
    server.isDown = false;
    await tellEndings();
    expect(server.links[0]?.state).toBe("ended");
    expect(await kinds()).toEqual(["alarm", "ended"]);
    expect([await readEndings(), await lastItems.read()]).toEqual([[], []]);
  });

  test("keeps the link until the server takes it, and no longer where it never will", async () => {
    await unlinkWhileDown();
    let status = 503;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) =>
      init.method === "POST" ? new Response(null, { status }) : server.fetch(path, init),
    );
    server.isDown = false;
    await tellEndings();
    expect([server.links[0]?.state, await readEndings()]).toMatchObject(["claimed", { length: 1 }]);
    status = 400;
    await tellEndings();
    expect([server.links[0]?.state, await readEndings()]).toEqual(["ended", []]);
  });

  test("is sent before the link is ended where a network's sign-in page was the first to answer", async () => {
    await unlinkWhileDown();
    let isSignedIn = false;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (init.method !== "POST" || isSignedIn) return server.fetch(path, init);
      isSignedIn = true;
      return new Response("Sign in to this network", { status: 404 });
    });
    server.isDown = false;
    await tellEndings();
    expect([server.links[0]?.state, await readEndings()]).toMatchObject(["claimed", { length: 1 }]);
    await tellEndings();
    expect([server.links[0]?.state, await readEndings()]).toEqual(["ended", []]);
    expect(await kinds()).toEqual(["alarm", "ended"]);
  });

  test("holds up nothing where the guardian has ended the link, as the server proves", async () => {
    await unlinkWhileDown();
    server.isDown = false;
    server.alter(0, { state: "ended" });
    await tellEndings();
    expect([await readEndings(), await lastItems.read()]).toEqual([[], []]);
  });

  test("is not told of an emergency that the guardian has not heard of", async () => {
    server.isDown = true;
    await begin();
    await end();
    await unlink();
    server.isDown = false;
    await tellEndings();
    expect(server.links[0]?.state).toBe("ended");
    expect(await kinds()).toEqual([]);
  });
});
