/** Claims about recovery phrases: made on one phone, typed on another one. */
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { randomBytes } from "#seal/keys.ts";
import { findToken, openSecret, PHRASE_BYTES, recoveryKey, sealSecret } from "#seal/recovery.ts";
import { newPhrase, readPhrase } from "#seal/recovery-words.ts";
import { changeLinks } from "#store/link-database.ts";
import { soundCopies } from "#store/sound-copies.ts";
import { keepRecovery, soundRecovery, takeRecovery } from "#store/sound-recovery.ts";
import { findSecrets } from "#sync/sound-recovering.ts";
import { sendSounds } from "#sync/sound-sending.ts";
import { recordingOf } from "#test/recorded-sound.ts";
import { soundPhone } from "#test/sound-phone.ts";
import { RecoveredSound } from "./recovered-sound.tsx";

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
  expect([await takeRecovery(), await takeRecovery()].map((one) => one?.number)).toEqual([0, 1]);
  const tokens = await Promise.all([0, 1, 2].map((number) => findToken(base, number)));
  expect(new Set(tokens).size).toBe(3);
  const secret = randomBytes(32);
  const sealed = await sealSecret(base, 1, secret);
  expect(await openSecret(base, 1, sealed)).toEqual(secret);
  expect(await openSecret(base, 2, sealed)).toBeNull();
  const other = await recoveryKey(randomBytes(PHRASE_BYTES));
  expect(await openSecret(other, 1, sealed)).toBeNull();
});

test("copies are found again although numbers between them were lost", async () => {
  await record();
  for (let lost = 0; lost < 10; lost += 1) await takeRecovery();
  await phone.begin(`${phone.emergency}-2`);
  await recordingOf(`${phone.emergency}-2`).add(1);
  await sendSounds(phone.page);
  const secrets = (await soundCopies.read()).map(({ secret }) => secret);
  expect(await findSecrets(phrase.bytes)).toEqual(secrets);
  expect(await findSecrets(newPhrase().bytes)).toEqual([]);
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
