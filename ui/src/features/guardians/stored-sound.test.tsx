/** Claims about choosing a guardian for sound, and about deleting what is on our server. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { soundLimits } from "#content/sound-limits.ts";
import { guardians, type LinkedGuardian } from "#store/guardians/guardians.ts";
import { changeCopy, soundCopies } from "#store/guardians/sound-copies.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { sendSounds } from "#sync/sound-sending.ts";
import { quicklySealed } from "#test/sealed-pin.ts";
import { pressInVain } from "#test/silent-server.ts";
import { soundPhone } from "#test/sound-phone.ts";
import { SoundChoice } from "./linked-card.tsx";
import { StoredSound } from "./stored-sound.tsx";

let phone: Awaited<ReturnType<typeof soundPhone>>;
beforeEach(async () => {
  phone = await soundPhone();
});

test("the switch is off until it is chosen, and says the limits", async () => {
  const { getsSound, ...guardian } = phone.link.guardian;
  render(<SoundChoice guardian={guardian} />);
  const choice = screen.getByRole("switch", { name: "Send sound to Ana" });
  expect(choice.getAttribute("aria-checked")).toBe("false");
  const limits = ["only while this app is open and online", "sees sizes and times", "pass it on"];
  for (const limit of limits) expect(document.body.textContent).toContain(limit);
  await userEvent.click(choice);
  await waitFor(async () => {
    expect(((await guardians.read())[0] as LinkedGuardian).getsSound).toBe(true);
  });
});

describe("sound on our server", () => {
  const name = "Delete it from our server";
  /** Whether whoever holds the phone knows the PIN. */
  let isPinKnown: boolean;
  /** Presses the button, and answers its question. */
  const press = async (answer: "Delete" | "Cancel") => {
    await userEvent.click(await screen.findByRole("button", { name }));
    await screen.findByRole("alertdialog", { name: /\?$/ });
    await userEvent.click(screen.getByRole("button", { name: answer }));
  };
  const show = () => render(<StoredSound askFirst={(then) => isPinKnown && then()} />);
  const received = (agoMs: number) =>
    changeCopy(phone.emergency, (before) => ({ ...before, newestAt: Date.now() - agoMs }));

  beforeEach(async () => {
    isPinKnown = true;
    settingsRecord.write({ ...DEFAULT_SETTINGS, pinCode: await quicklySealed("482915") });
    await phone.begin();
    await phone.recording.add(4);
    await sendSounds(phone.page);
    await received(soundLimits.undeletableMs + 1_000);
  });

  test("is deleted after a question and with the own PIN, and with nothing else", async () => {
    show();
    isPinKnown = false;
    await press("Delete");
    expect(phone.server.copies).toHaveLength(1);
    isPinKnown = true;
    await press("Cancel");
    expect(phone.server.copies).toHaveLength(1);
    await press("Delete");
    await waitFor(() => expect(phone.server.copies).toEqual([]));
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
    expect(await soundCopies.read()).toEqual([]);
  });

  test("cannot be deleted within a day, nor without a PIN of one's own", async () => {
    await received(soundLimits.undeletableMs - 60_000);
    const { unmount } = show();
    await screen.findByText(/Nobody can delete it before/);
    expect(screen.queryByRole("button", { name })).toBeNull();
    unmount();
    await received(soundLimits.undeletableMs + 1_000);
    settingsRecord.write(DEFAULT_SETTINGS);
    show();
    await screen.findByText(/set a PIN of your own/);
    expect(screen.queryByRole("button", { name })).toBeNull();
  });

  test.each([
    [409, /Not deleted: our server does not delete it yet/],
    [500, /Not confirmed. Check your connection/],
    ["off", /Not confirmed. Check your connection/],
  ] as const)("is not said to be deleted when the server answers %s", async (health, words) => {
    show();
    phone.server.health = health;
    await press("Delete");
    await screen.findByText(words);
    expect(await soundCopies.read()).toHaveLength(1);
  });

  test.each([true, false])(
    "is deleted by another try where the connection hung; that the server had the first is %s",
    async (isTaken) => {
      show();
      await userEvent.click(await screen.findByRole("button", { name }));
      const { fetch } = phone.server;
      await pressInVain("Delete", { fetch, method: "DELETE", isTaken });
      await screen.findByText("Not confirmed. Check your connection and try again.");
      expect(await soundCopies.read()).toHaveLength(1);
      await press("Delete");
      await waitFor(async () => expect(await soundCopies.read()).toEqual([]));
      expect(phone.server.copies).toEqual([]);
    },
  );
});
