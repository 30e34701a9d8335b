/** Claims about recovery phrases: made on one phone, typed on another one. */

import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { randomBytes } from "#seal/keys.ts";
import { findToken, openSecret, PHRASE_BYTES, recoveryKey, sealSecret } from "#seal/recovery.ts";
import { newPhrase, readPhrase } from "#seal/recovery-words.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { soundCopies } from "#store/guardians/sound-copies.ts";
import { keepRecovery, soundRecovery, takeRecovery } from "#store/guardians/sound-recovery.ts";
import { findSecrets } from "#sync/sound-recovering.ts";
import { sendSounds } from "#sync/sound-sending.ts";
import { patiently } from "#test/patience.ts";
import { recordingOf } from "#test/recorded-sound.ts";
import { pressInVain } from "#test/silent-server.ts";
import { soundPhone } from "#test/sound-phone.ts";
import { RecoveredSound } from "./recovered-sound.tsx";

const DAY = 86_400_000;
const YEAR = 365 * DAY;

let phone: Awaited<ReturnType<typeof soundPhone>>;
let phrase: ReturnType<typeof newPhrase>;

const forget = (name: string) => changeLinks(name, () => ({ keep: undefined, answer: undefined }));

beforeEach(async () => {
  await forget("sound-recovery");
  phone = await soundPhone();
  phrase = newPhrase();
});

/** An emergency whose sound is on the server, on a phone with the phrase. */
async function record() {
  await keepRecovery(await recoveryKey(phrase.bytes), 1);
  await phone.begin();
  await phone.recording.add(8);
  phone.end();
  await sendSounds(phone.page);
}

test("a phrase is 12 words that stand for its bytes, however they are written", () => {
  expect(phrase.words).toHaveLength(12);
  const written = ` ${phrase.words.map((word, at) => `${at + 1}. ${word.toUpperCase()}`).join("\n")} `;
  expect(readPhrase(written)).toEqual({ type: "phrase", bytes: phrase.bytes });
  // The first vector of BIP-39.
  const zeros = `${"abandon ".repeat(11)}about`;
  expect(readPhrase(zeros)).toEqual({ type: "phrase", bytes: new Uint8Array(16) });
});

test("a phrase with a mistake is told from one without", () => {
  expect(readPhrase(`${"abandon ".repeat(11)}abandon`)).toEqual({ type: "wrong" });
  expect(readPhrase(phrase.words.slice(1).join(" "))).toEqual({ type: "count", count: 11 });
  expect(readPhrase("abandon qwertz")).toEqual({ type: "unknown", words: ["qwertz"] });
});

test("what the phone keeps gives nobody the phrase, and each copy has a token of its own", async () => {
  const base = await recoveryKey(phrase.bytes);
  await keepRecovery(base, 1);
  const kept = await soundRecovery.read();
  await expect(crypto.subtle.exportKey("raw", kept?.base as CryptoKey)).rejects.toThrow();
  const taken = [await takeRecovery(5), await takeRecovery(5), await takeRecovery(YEAR)];
  const places = taken.flatMap((one) => one?.place ?? []);
  expect(places.map(({ number }) => number)).toEqual([0, 1, 0]);
  const tokens = await Promise.all(places.map((place) => findToken(base, place)));
  expect(new Set(tokens).size).toBe(3);
  const secret = randomBytes(32);
  const place = { period: 3, number: 1 };
  const sealed = await sealSecret(base, place, secret);
  expect(await openSecret(base, place, sealed)).toEqual(secret);
  expect(await openSecret(base, { ...place, number: 2 }, sealed)).toBeNull();
  expect(await openSecret(base, { ...place, period: 4 }, sealed)).toBeNull();
  const other = await recoveryKey(randomBytes(PHRASE_BYTES));
  expect(await openSecret(other, place, sealed)).toBeNull();
});

test("copies are found again although numbers between them were lost", async () => {
  await record();
  for (let lost = 0; lost < 6; lost += 1) await takeRecovery(Date.now());
  await phone.begin(`${phone.emergency}-2`);
  await recordingOf(`${phone.emergency}-2`).add(1);
  await sendSounds(phone.page);
  const secrets = (await soundCopies.read()).map(({ secret }) => secret);
  expect(await findSecrets(phrase.bytes, Date.now())).toEqual(secrets);
  expect(await findSecrets(newPhrase().bytes, Date.now())).toEqual([]);
});

test("a copy is found behind those of twelve drills some days before, which are deleted, and with less than 60 questions in vain", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  await keepRecovery(await recoveryKey(phrase.bytes), 1);
  for (let drill = 0; drill < 12; drill += 1) await takeRecovery(Date.now());
  await phone.begin();
  await phone.recording.add(4);
  await sendSounds(phone.page);
  const { secret } = await phone.copyNow();
  expect(await findSecrets(phrase.bytes, Date.now())).toEqual([secret]);
  asked.mockClear();
  expect(await findSecrets(newPhrase().bytes, Date.now())).toEqual([]);
  expect(asked).toHaveBeenCalledTimes(56);
});

test("a copy is found after a year with many others, which the server has deleted since", async () => {
  await keepRecovery(await recoveryKey(phrase.bytes), 1);
  for (let copy = 0; copy < 40; copy += 1)
    await takeRecovery(Date.now() - YEAR + copy * (YEAR / 50));
  await phone.begin();
  await phone.recording.add(4);
  await sendSounds(phone.page);
  const { secret } = await phone.copyNow();
  expect(await findSecrets(phrase.bytes, Date.now())).toEqual([secret]);
  // Also when it is looked for on the last day.
  expect(await findSecrets(phrase.bytes, Date.now() + 30 * DAY)).toEqual([secret]);
});

test("a place of the phrase that another copy has is left to it, and the next one is taken", async () => {
  await keepRecovery(await recoveryKey(phrase.bytes), 1);
  await phone.begin();
  await phone.recording.add(4);
  await sendSounds(phone.page);
  // The disk forgets that the first place was taken.
  await keepRecovery(await recoveryKey(phrase.bytes), 1);
  await phone.begin(`${phone.emergency}-2`);
  await recordingOf(`${phone.emergency}-2`).add(4);
  await sendSounds(phone.page);
  const secrets = (await soundCopies.read()).map(({ secret }) => secret);
  expect(await findSecrets(phrase.bytes, Date.now())).toEqual(secrets);
});

test("an answer that is not our server's does not say that there is no sound", async () => {
  vi.stubGlobal("fetch", async () => new Response("Sign in to this network", { status: 404 }));
  await expect(findSecrets(phrase.bytes, Date.now())).rejects.toThrow("404");
});

test("a phrase can be looked for again after the connection hung", async () => {
  await record();
  render(<RecoveredSound />);
  await userEvent.type(screen.getByLabelText("Your 12 words"), phrase.words.join(" "));
  const name = "Look for sound";
  await pressInVain(name, { fetch: globalThis.fetch, method: "GET", isTaken: false });
  await screen.findByText("Not found out. Check your connection and try again.");
  await userEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(screen.queryByLabelText("Your 12 words")).toBeNull());
});

test("an answer that begins and never ends is given up", async () => {
  let isAsked = false;
  vi.stubGlobal("fetch", async () => {
    isAsked = true;
    return new Response(new ReadableStream());
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const found = findSecrets(phrase.bytes, Date.now()).catch(() => "given up");
  await vi.waitUntil(() => isAsked, patiently);
  await vi.advanceTimersByTimeAsync(9_000);
  vi.useRealTimers();
  expect(await found).toBe("given up");
});

test("a new phone that has nothing but the words finds the sound, and checks it", async () => {
  await record();
  await forget("sound-copies");
  await forget("sound-recovery");
  render(<RecoveredSound />);
  const field = screen.getByLabelText("Your 12 words");
  const look = () => userEvent.click(screen.getByRole("button", { name: "Look for sound" }));
  await userEvent.type(field, "abandon");
  await look();
  await screen.findByText("A phrase has 12 words. These are 1.");
  await userEvent.clear(field);
  await userEvent.type(field, phrase.words.join(" "));
  await look();
  await screen.findByRole("heading", { name: "Emergency 1 of 1" });
  await userEvent.click(screen.getByRole("button", { name: "Fetch the sound" }));
  await screen.findByText(/^Recorded until/);
  screen.getByRole("button", { name: "Keep it on this device" });
  expect(within(document.body).queryByText(/refused/)).toBeNull();
  await waitFor(() => expect(screen.queryByText(/are being fetched/)).toBeNull());
});

test.each([
  [429, "Not found out: too many tries. Wait a minute and try again."],
  [503, "Not found out. Check your connection and try again."],
])("an answer %i says nothing of what there is", async (status, words) => {
  phone.server.health = status;
  render(<RecoveredSound />);
  await userEvent.type(screen.getByLabelText("Your 12 words"), phrase.words.join(" "));
  await userEvent.click(screen.getByRole("button", { name: "Look for sound" }));
  await screen.findByText(words);
});
