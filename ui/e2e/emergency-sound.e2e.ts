/** The recording holds the sound that the microphone gave. */
import { expect, test } from "vitest";
import { decoded, soundOf, untilRecorded } from "./evidence.ts";
import { melodyFlag, melodyIn, sampleRate } from "./melody.ts";
import { openPhone, ownPin, partsOf, startReal, unlock } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage({ ...withoutWorkers, flags: melodyFlag });

test("the recording holds the microphone's melody, in order and without a gap", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await untilRecorded(page, 9);
  await unlock(page, ownPin);
  await page.getByText("Recording Saved", { exact: true }).waitFor();
  const [part] = await partsOf(page);
  const heard = melodyIn(await decoded(page, await soundOf(page), sampleRate));
  expect(heard.seconds).toBeCloseTo(part?.decoded ?? 0, 1);
  expect(heard.seconds).toBeGreaterThanOrEqual(8.5);
  expect(heard.share).toBeGreaterThanOrEqual(0.7);
  expect(heard.changes).toBeGreaterThanOrEqual(7);
  expect(heard.isInOrder).toBe(true);
  await close();
});

test("the copy of a recording in local storage has the bytes of the original", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await untilRecorded(page, 2);
  await unlock(page, ownPin);
  await page.getByText("Recording Saved", { exact: true }).waitFor();
  const original = await soundOf(page);
  const copy = await page.evaluate(() => {
    const [entry] = JSON.parse(localStorage.getItem("voiceRecordings") ?? "[]");
    return entry.audioBlob.split(",")[1] as string;
  });
  expect(copy).toBe(original.toString("base64"));
  await close();
});
