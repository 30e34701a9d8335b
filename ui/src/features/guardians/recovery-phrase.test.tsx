/** Claims about making a recovery phrase: it is shown once, behind the code, and counts when it is written down. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { findToken, recoveryKey } from "#seal/recovery.ts";
import { readPhrase } from "#seal/recovery-words.ts";
import { changeLinks } from "#store/guardians/link-record.ts";
import { soundRecovery } from "#store/guardians/sound-recovery.ts";
import { RecoveryPhrase } from "./recovery-phrase.tsx";

let isPinKnown: boolean;
const show = () => render(<RecoveryPhrase askFirst={(then) => isPinKnown && then()} />);
const tap = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

beforeEach(async () => {
  isPinKnown = true;
  await changeLinks("sound-recovery", () => ({ keep: undefined, answer: undefined }));
  show();
});

test("without the code no phrase is made", async () => {
  isPinKnown = false;
  await tap("Make a recovery phrase");
  expect(screen.queryByRole("list")).toBeNull();
});

test("the words that are shown are those that count, once they are written down", async () => {
  await tap("Make a recovery phrase");
  const items = await screen.findAllByRole("listitem");
  const typed = readPhrase(items.map((item) => item.textContent).join(" "));
  if (typed.type !== "phrase") throw new Error("No phrase");
  expect(await soundRecovery.read()).toBeNull();
  await tap("I wrote them down");
  await screen.findByText(/A phrase is in use since/);
  expect(screen.queryByRole("list")).toBeNull();
  const kept = (await soundRecovery.read())?.base as CryptoKey;
  const place = { period: 2, number: 3 };
  expect(await findToken(kept, place)).toBe(await findToken(await recoveryKey(typed.bytes), place));
});

test("a phrase that was not written down changes nothing", async () => {
  await tap("Make a recovery phrase");
  await tap("Cancel");
  await waitFor(() => expect(screen.queryByRole("list")).toBeNull());
  expect(await soundRecovery.read()).toBeNull();
});
