/** Sound that leaves a phone while it is recorded, and the receipts of its time, in every engine. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownPin } from "../e2e/phone.ts";
import { startServer, type TestServer } from "../e2e/server.ts";
import type { Push } from "./browser.ts";
import { startPush } from "./engine.ts";
import { decodedSeconds, recordedParts } from "./export.ts";
import { heardOn, notePlaying, secondsPlayed } from "./hearing.ts";
import { linkPhones } from "./linked.ts";
import { endEmergency, openHome, openPage, openSetting, startReal } from "./pages.ts";
import { patience } from "./phone.ts";

/** A piece that was on its way when a page was left is sealed and sent again, and the server has it: the phone looks there. */
const sentTwice = /status of 409 .*\/api\/watches\/sounds\/pieces\//;

/** Runs in the page: whether it is stored that Ben gets sound, which the switch shows. */
function isChosen() {
  const labels = [...document.querySelectorAll("label")];
  const label = labels.find(({ textContent }) => textContent === "Send sound to Ben");
  return (label?.control as HTMLInputElement | null | undefined)?.checked === true;
}

let server: TestServer;
let push: Push | null;

beforeAll(async () => {
  push = await startPush();
  server = await startServer({
    RATE_LIMITS: "off",
    ...(push !== null && { PUSH_HOSTS: push.hosts }),
  });
});
afterAll(async () => {
  await server.stop();
  push?.stop();
});

test("a guardian hears the sound and keeps it as it was recorded, and the list says that its time is confirmed", async () => {
  const { her, his } = await linkPhones(server.origin, push, { expected: sentTwice });
  await her.press("Send sound to Ben");
  await expect.poll(() => her.evaluate(isChosen), patience).toBe(true);
  await openSetting(her, "Proof of time");
  await her.press("Have the time of recordings confirmed");
  await openHome(her);
  await startReal(her);
  await his.see("Mia started an emergency");
  await his.evaluate(notePlaying);
  await his.press("Fetch the sound");
  await his.see(/Recorded until/);
  expect(await heardOn(his)).toEqual([]);
  // The lock says what the guardian's page has told.
  await her.see(/On this phone until .* With Ben until/);
  await his.press("Play from the beginning");
  await expect.poll(() => heardOn(his), patience).toContain("playing");
  await his.press("Play the newest");
  await his.see("Playing the newest sound.");
  // Of what was there only the last four seconds are heard: more is sound that came since.
  await expect.poll(() => secondsPlayed(his), patience).toBeGreaterThan(8);
  await his.press("Keep it on this device");
  await expect
    .poll(his.downloads, patience)
    .toEqual([expect.stringMatching(/^sound-1\.(webm|m4a|ogg)$/)]);
  const [name = ""] = await his.downloads();
  const kept = await readFile(his.downloaded(name));
  // A piece has four seconds, of which an engine's recorder may hold the newest back.
  expect(await decodedSeconds(his, kept)).toBeGreaterThan(1);

  await endEmergency(her, ownPin);
  const [part] = await recordedParts(her);
  const recorded = Buffer.concat(
    (part?.links ?? []).flatMap(({ kind, bytes }) =>
      kind === "sound" ? [Buffer.from(bytes)] : [],
    ),
  );
  expect(recorded.subarray(0, kept.length).equals(kept)).toBe(true);
  await openPage(her, "/voice");
  await her.press("Recordings");
  await her.see(/Time confirmed until|A time receipt is kept, and not checked on this device/);
  expect(await heardOn(his)).not.toContain("error");
});
