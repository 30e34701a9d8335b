/** Claims about the sound of an emergency on the guardian's page, with sound that a phone has sent to a server in memory. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { watchItems } from "#content/endpoints.ts";
import { fromBase64url, toBase64url } from "#seal/bytes.ts";
import { openHeld } from "#seal/sound-items.ts";
import { givenSounds, noteGivenSounds } from "#store/guardians/given-sounds.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { changeCopy } from "#store/guardians/sound-copies.ts";
import { people } from "#store/guardians/watched.ts";
import { withGiven } from "#sync/sound-giving.ts";
import { sendSounds } from "#sync/sound-sending.ts";
import { RECORDED_AT } from "#test/recorded-sound.ts";
import { soundPhone } from "#test/sound-phone.ts";
import { follow } from "./follow.ts";
import { SoundPanels } from "./sound-panel.tsx";
import { gapTexts, refusedTexts, untilText } from "./sound-text-rules.ts";

let phone: Awaited<ReturnType<typeof soundPhone>>;
/** What the guardian's page sent, by the tokens. */
let sent: { readonly token: string; readonly seq: number; readonly bytes: string }[];

const person = () => phone.link.person;
const show = () => render(<SoundPanels person={person()} now={Date.now()} />);
const fetchIt = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Fetch the sound" }));
const clock = (at: number) => new Date(at).toLocaleTimeString([], { timeStyle: "medium" });

/** The page gets what the phone has sent for it. */
async function readLink() {
  const items = (await phone.copyNow()).given.flatMap(({ sealed }) => sealed ?? []);
  const all = items.map(({ seq, bytes }) => ({ seq, bytes: toBase64url(bytes), at: 1 }));
  const link = { state: "claimed", version: "1", ended: null, owned: null, reached: null };
  vi.stubGlobal("fetch", (async (input, init) => {
    const { pathname } = new URL(String(input), "https://example.org");
    if (pathname !== watchItems) return phone.server.fetch(input, init);
    const token = new Headers(init?.headers).get("Authorization")?.slice(7) ?? "";
    if (init?.method !== "POST") return Response.json({ items: all, after: 0, now: 1, link });
    sent.push({ token, ...JSON.parse(String(init.body)) });
    return new Response(null, { status: 201 });
  }) as typeof fetch);
  const stop = follow(person().id, () => undefined);
  await waitFor(async () => expect(await givenSounds.read()).toHaveLength(1));
  stop();
}

beforeEach(async () => {
  sent = [];
  await changeLinks("given-sounds", () => ({ keep: undefined, answer: undefined }));
  phone = await soundPhone();
  await phone.begin();
  await people.change(() => ({ keep: [phone.link.person], answer: undefined }));
  const named = { name: phone.emergency, isDrill: false, at: RECORDED_AT };
  await changeCopy(phone.emergency, (before) => withGiven(before, [phone.link.guardian], named));
  await phone.recording.add(9);
  phone.end();
  await sendSounds(phone.page);
  await phone.give();
  await readLink();
});

test("nothing is fetched before the guardian asks for it, and nothing plays by itself", async () => {
  const before = phone.server.seen.length;
  const play = vi.spyOn(HTMLMediaElement.prototype, "play");
  show();
  await screen.findByText(/Nothing plays before you\s+choose it/);
  expect(phone.server.seen.length).toBe(before);
  await fetchIt();
  await screen.findByText(new RegExp(`Recorded until .*${clock(RECORDED_AT + 8_000)}, received`));
  expect(play).not.toHaveBeenCalled();
  screen.getByRole("button", { name: "Play from the beginning" });
  screen.getByRole("button", { name: "Keep it on this device" });
});

test("the person's phone is told up to when everything is here, sealed", async () => {
  show();
  await fetchIt();
  await waitFor(() => expect(sent).toHaveLength(1));
  const [{ seq, bytes, token }] = sent as [(typeof sent)[0]];
  expect(token).toBe(person().post);
  const held = await openHeld(
    phone.link.guardian.up,
    seq,
    fromBase64url(bytes) as Uint8Array<ArrayBuffer>,
  );
  expect(held).toMatchObject({ about: phone.emergency, until: RECORDED_AT + 8_000 });
});

test("a piece that was altered is named, and so is what is missing", async () => {
  const pieces = phone.server.copies[0]?.pieces ?? [];
  // The seconds 4 to 7 left last.
  const middle = pieces.findLast(({ kind }) => kind === "sound");
  if (middle !== undefined) middle.bytes[200] = (middle.bytes[200] ?? 0) ^ 1;
  show();
  await fetchIt();
  await screen.findByText("One piece was refused: it was altered on its way.");
  await screen.findByText(
    `Missing: ${clock(RECORDED_AT + 3_000)} to ${clock(RECORDED_AT + 8_000)}.`,
  );
});

/** The seconds 4 to 7, which left last, are answered otherwise; how often they were asked for. */
function answerMiddle(answer: () => Response) {
  const middle = phone.server.copies[0]?.pieces.findLast(({ kind }) => kind === "sound");
  const asked = { count: 0 };
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (async (input, init) => {
    if (!String(input).endsWith(`/sound/${middle?.seq}`)) return fetch(input, init);
    asked.count += 1;
    return answer();
  }) as typeof globalThis.fetch);
  return asked;
}

test("a piece that the server cannot give now holds up no other, and is not asked for without a pause", async () => {
  const asked = answerMiddle(() => new Response(null, { status: 503 }));
  show();
  await fetchIt();
  await screen.findByText("One piece is not to be had now. This page asks again.");
  await screen.findByText(new RegExp(`Recorded until .*${clock(RECORDED_AT + 8_000)}, received`));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(asked.count).toBe(1);
});

test("a piece that the server has lost is named", async () => {
  const headers = { "X-Error-Code": "not_found" };
  answerMiddle(() => new Response(null, { status: 404, headers }));
  show();
  await fetchIt();
  await screen.findByText("One piece is not on our server any more.");
  await screen.findByText(
    `Missing: ${clock(RECORDED_AT + 3_000)} to ${clock(RECORDED_AT + 8_000)}.`,
  );
});

test("without a connection the page says that it is cut off", async () => {
  phone.server.health = "off";
  show();
  await fetchIt();
  await screen.findByText("Cut off: newer sound may be there.");
});

test("sound that the server has deleted is not said to be on its way", async () => {
  show();
  await screen.findByText(/Our server keeps it for 30 days\./);
  phone.server.copies.length = 0;
  await fetchIt();
  await screen.findByText("Not on our server any more: it keeps sound for 30 days.");
  expect(screen.queryByText(/came yet|Cut off/)).toBeNull();
});

test("what came before the server deleted it is still here", async () => {
  show();
  await fetchIt();
  await screen.findByText(/^Recorded until/);
  phone.server.copies.length = 0;
  // The next request is made at once.
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findByText("Not on our server any more: it keeps sound for 30 days.");
  screen.getByText(/^Recorded until/);
});

test("sound that the server has deleted is forgotten when there is sound of a later emergency", async () => {
  const [{ at } = { at: 0 }] = await givenSounds.read();
  const later = (days: number) => ({
    ...{ person: person().id, emergency: `later ${days}`, at: at + days * 86_400_000 },
    ...{ isDrill: false, secret: new Uint8Array(32) },
  });
  const emergencies = async () => (await givenSounds.read()).map(({ emergency }) => emergency);
  await noteGivenSounds([later(30)]);
  expect(await emergencies()).toEqual([phone.emergency, "later 30"]);
  await noteGivenSounds([later(32)]);
  expect(await emergencies()).toEqual(["later 30", "later 32"]);
  await noteGivenSounds([{ ...later(99), person: "somebody else" }]);
  expect(await emergencies()).toEqual(["later 30", "later 32", "later 99"]);
});

describe("in words", () => {
  test("what may still come is not said to be missing", () => {
    const gaps = [{ from: 1, to: 2 }];
    expect(gapTexts(gaps, true)).toEqual([]);
    expect(gapTexts(gaps, false)).toHaveLength(1);
    expect(
      gapTexts(
        Array.from({ length: 8 }, () => ({ from: 1, to: 2 })),
        false,
      ).at(-1),
    ).toBe("3 more gaps.");
  });

  test("nothing is said to be recorded before it is here", () => {
    expect(untilText(null, 0, 0)).toBe("No sound came yet.");
    expect(untilText(null, 3, 0)).toBe("Fetching sound...");
  });

  test("a time of another day has its day", () => {
    const day = 86_400_000;
    const sound = { at: RECORDED_AT, receivedAt: RECORDED_AT + 2 * day };
    const [recorded, received] = [clock(sound.at), clock(sound.receivedAt)];
    const dayOf = (at: number) =>
      new Date(at).toLocaleDateString([], { day: "numeric", month: "short" });
    expect(untilText({ ...sound, receivedAt: sound.at }, 0, sound.at)).toBe(
      `Recorded until ${recorded}, received ${recorded}.`,
    );
    expect(untilText(sound, 0, sound.at + day)).toBe(
      `Recorded until ${dayOf(sound.at)}, ${recorded}, received ${dayOf(sound.receivedAt)}, ${received}.`,
    );
  });

  test("each reason is named once, with how many there are", () => {
    const refused = [
      { kind: "sound", seq: 1, flaw: "moved" },
      { kind: "sound", seq: 2, flaw: "moved" },
      { kind: "hashes", seq: 1, flaw: "of another emergency" },
    ] as const;
    expect(refusedTexts(refused)).toEqual([
      "2 pieces were refused: it is not in its place.",
      "One piece was refused: it is of another emergency.",
    ]);
  });
});
