/** The worker on a guardian's phone: a browser that only notes what it is asked, and a server with what a test puts there. */
import { vi } from "vitest";
import { fromBase64url, toBase64url } from "#seal/bytes.ts";
import { type DownItem, openUp, sealDown, type UpItem } from "#seal/items.ts";
import { type SoundGiven, sealGiven } from "#seal/sound-items.ts";
import { shownTests } from "#store/guardians/shown-tests.ts";
import { changeWatched } from "#store/guardians/watched.ts";
import { type LinkPair, makeLink, storePeople } from "./link-pair.ts";

type Options = {
  body: string;
  tag: string;
  data: unknown;
  actions: { action: string }[];
  silent?: boolean;
  navigate?: string;
};

/** Stubs the worker's globals; the phone is linked to Mia's and to Ben's. */
export async function guardianWorker() {
  const links = [await makeLink("ana"), await makeLink("ben")] as const;
  await storePeople(links);
  await shownTests.change(() => ({ keep: [], answer: undefined }));
  await changeWatched("ben", (before) => ({ ...before, name: "Ben" }));
  const world = {
    shown: new Map<string, Options & { title: string }>(),
    /** Every notification that was shown, in its order. */
    titles: [] as string[],
    /** Whether the last of them makes no sound. */
    isSilent: false,
    opened: [] as string[],
    pages: [] as { url: string; focus: () => void }[],
    requests: [] as { path: string; method: string; body: string }[],
    /** What the worker answers the person's phone, opened. */
    told: [] as (UpItem | null)[],
    /** What the server answers with. */
    onServer: [] as { seq: number; bytes: string; at: number; gotAt?: number }[],
    /** The place of the newest item before those. */
    newsBefore: 0,
    isOffline: false,
    /** Whether the browser lists what it shows. */
    lists: true,
    /** An item as the server pushes it; of Mia, or of the link with another number. */
    sealed: async (seq: number, item: DownItem, link = 0) => {
      const { guardian } = links[link] as LinkPair;
      return { seq, bytes: toBase64url(await sealDown(guardian.down, seq, item)) };
    },
    /** What Mia's phone sends to let this one listen. */
    given: async (seq: number, item: SoundGiven) =>
      toBase64url(await sealGiven(links[0].guardian.down, seq, item)),
  };
  vi.stubGlobal("self", {
    registration: {
      scope: "http://localhost/watch",
      showNotification: async (title: string, options: Options) => {
        world.titles.push(title);
        world.isSilent = options.silent ?? false;
        world.shown.set(options.tag, { title, ...options });
      },
      getNotifications: async () => (world.lists ? [...world.shown.values()] : []),
    },
    clients: {
      matchAll: async () => world.pages,
      openWindow: async (path: string) => void world.opened.push(path),
    },
  });
  const openAny = async (seq: number, text: string) => {
    const bytes = fromBase64url(text) ?? new Uint8Array();
    const opened = await Promise.all(links.map(({ guardian }) => openUp(guardian.up, seq, bytes)));
    return opened.find((item) => item !== null) ?? null;
  };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (world.isOffline) throw new TypeError("Failed to fetch");
    const body = String(init.body);
    world.requests.push({ path, method: init.method ?? "", body });
    if (init.method === "POST") {
      const { seq, bytes } = JSON.parse(body);
      world.told.push(await openAny(seq, bytes));
      return new Response(null, { status: 201 });
    }
    const link = { state: "claimed", version: "1", owned: null, reached: { push: "works" } };
    const { onServer: items, newsBefore } = world;
    return Response.json({ items, after: 9, newsBefore, now: 1_000, link });
  });
  return world;
}
