/** The recording holds the sound that the microphone gave. */
import { expect, test } from "vitest";
import { decoded, soundOf, untilRecorded } from "./evidence.ts";
import { melody, melodyFlag, sampleRate, tonesIn } from "./melody.ts";
import { openPhone, ownPin, partsOf, startReal, unlock } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage({ flags: melodyFlag });

test("the recording holds the microphone's melody, in order and without a gap", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await untilRecorded(page, 9);
  await unlock(page, ownPin);
  await page.getByText("Recording Saved", { exact: true }).waitFor();
  const [part] = await partsOf(page);
  const samples = await decoded(page, await soundOf(page), sampleRate);
  const tones = tonesIn(samples);
  expect(samples.length / sampleRate).toBeCloseTo(part?.decoded ?? 0, 1);
  expect(tones.length).toBeGreaterThanOrEqual(34);
  const heard = tones.filter((tone): tone is number => tone !== null);
  // A quarter of a second in which one tone follows another may match neither.
  expect(heard.length).toBeGreaterThanOrEqual(tones.length * 0.7);
  const changes = heard.flatMap((tone, at) =>
    at > 0 && tone !== heard[at - 1] ? [[heard[at - 1], tone]] : [],
  );
  expect(changes.length).toBeGreaterThanOrEqual(7);
  for (const [from, to] of changes) {
    expect(to).toBe(((from ?? 0) + 1) % melody.length);
  }
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
