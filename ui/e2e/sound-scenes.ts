/** The screens of sound that leaves the phone: the guardian's panel, the choice, the phrase, what is stored, the lock's line, and confirmed times. */
import type { Page } from "playwright-core";
import { newPhrase } from "#seal/recovery-words.ts";
import { claimAsGuardian, personsPhone } from "#test/link-ends.ts";
import { storeSound } from "#test/sound-ends.ts";
import { sendSound } from "./guardian-phones.ts";
import { alarm, at, linked, usedLink } from "./guardian-scenes.ts";
import { confirmTimes, writeRecordings } from "./long-recordings.ts";
import { ownPin, savedSettings, startReal } from "./phone.ts";
import { row } from "./rows.ts";
import { closeToast, press, type Scene, type Step, shows, user, visitor } from "./scene.ts";
import { reloadSettled } from "./still.ts";

const DAY = 86_400_000;

/** A guardian listens to an emergency of which something is missing and something was refused; an earlier one waits. */
const listening: Step = async (page, on) => {
  const phone = await usedLink(page, on);
  await phone.keys();
  const now = Date.now();
  for (const [emergency, ago, isDrill] of [
    ["drill", DAY, true],
    ["emergency", 60_000, false],
  ] as const) {
    const begunAt = now - ago;
    const secret = await storeSound({ origin: on.server.origin, owner: phone.owner, begunAt });
    await phone.give({ emergency, at: begunAt, isDrill, secret });
  }
  await phone.send(alarm());
  await page.getByRole("heading", { name: "Ana started an emergency" }).waitFor();
  const fetching = page.getByRole("button", { name: "Fetch the sound" });
  await fetching.nth(1).waitFor();
  await fetching.first().click();
  await page.getByText("One piece was refused").waitFor();
};

/** The guardian gets sound. */
const chosen: Step = (page) => sendSound(page, "Ben");

/** Emergencies of which the server has sound: one of a moment ago, and one whose day is over. */
async function stored(page: Page): Promise<void> {
  await page.evaluate(async (day) => {
    const copyOf = (emergency: string, agoMs: number) => ({
      ...{ emergency, secret: new Uint8Array(32), write: "token", recovery: null },
      ...{ begunAt: Date.now() - agoMs, given: [], heldUntil: {} },
      progress: {
        ...{ done: {}, hashed: {}, refused: {}, open: { hashes: null, sound: null } },
        next: { hashes: 0, sound: 1 },
      },
      madeAt: Date.now() - agoMs,
      ...{ storedUntil: Date.now() - agoMs + 60_000, newestAt: Date.now() - agoMs + 60_000 },
    });
    const opening = indexedDB.open("links");
    await new Promise<void>((resolve) => {
      opening.onsuccess = () => {
        const tx = opening.result.transaction("state", "readwrite");
        const copies = [copyOf("earlier", 3 * day), copyOf("newest", day / 12)];
        tx.objectStore("state").put(copies, "sound-copies");
        tx.oncomplete = () => resolve();
      };
    });
    opening.result.close();
  }, DAY);
  await reloadSettled(page);
}

const openMore: Step = (page) =>
  page.getByText("Hear earlier sound with a recovery phrase", { exact: true }).click();

/** A new phone finds what another one stored, and listens. */
const recovered: Step = async (page, on) => {
  const { words, bytes } = newPhrase();
  const { owner, path } = await personsPhone(on.server.origin);
  await claimAsGuardian(on.server.origin, path);
  await storeSound({
    ...{ origin: on.server.origin, owner },
    ...{ begunAt: Date.now() - DAY, phrase: bytes },
  });
  await page.getByLabel("Your 12 words").fill(words.join(" "));
  await page.getByRole("button", { name: "Look for sound" }).click();
  await page.getByRole("button", { name: "Fetch the sound" }).click();
  await page.getByText("One piece was refused").waitFor();
};

/** A scene in which numbers of a phrase are asked for that the server does not know, which the browser reports. */
const asking = ({ name, open }: Scene): Scene => ({
  name,
  open: async (on, options) => {
    const watched = await open(on, options);
    watched.expectProblems(/status of 404/);
    return watched;
  },
});

/** Lists a recording whose time the server confirmed. */
const listConfirmed: Step = async (page) => {
  await writeRecordings(page, [{ emergencyEventId: "whole", part: 1, seconds: 3 }]);
  await confirmTimes(page);
  await page.getByRole("tab", { name: "Recordings" }).click();
  await page.getByText(/^Time confirmed until/).waitFor();
};

/** Every screen of sound that leaves the phone, and of the time that is confirmed. */
export const soundScenes: readonly Scene[] = [
  visitor("watch-sound", "/watch", listening),
  user(
    savedSettings,
    "settings-sound-stored",
    "/settings",
    ...linked,
    chosen,
    stored,
    shows("Delete it from our server"),
  ),
  user(
    savedSettings,
    "settings-sound-phrase",
    "/settings",
    ...linked,
    chosen,
    press("Make a recovery phrase"),
    (page) => page.getByLabel("Security code").fill(ownPin),
    press("Verify Code"),
    shows("Write these words on paper"),
    closeToast,
  ),
  user(
    savedSettings,
    "settings-sound-wrong-phrase",
    "/settings",
    row("Guardians"),
    openMore,
    (page) => page.getByLabel("Your 12 words").fill("abandon abandom ability"),
    press("Look for sound"),
    shows("Not a word of any phrase: abandom."),
  ),
  asking(
    user(
      savedSettings,
      "settings-sound-recovered",
      "/settings",
      row("Guardians"),
      openMore,
      recovered,
    ),
  ),
  user(
    savedSettings,
    "lock-sound",
    "/settings",
    ...linked,
    chosen,
    at("/home"),
    startReal,
    shows(/^On this phone until .* Stored for Ben until /),
  ),
  user(savedSettings, "voice-recordings-confirmed", "/voice", listConfirmed),
];
