/** What is recorded is what was to be heard; and what is handed to the device is one message for one tap. */
import { expect, test } from "vitest";
import { decoded, soundOf } from "./evidence.ts";
import { melody, melodyFlag, sampleRate, tonesIn } from "./melody.ts";
import {
  openPhone,
  ownPin,
  partsOf,
  phoneOptions,
  savedSettings,
  startReal,
  unlock,
} from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage({ flags: melodyFlag });

test("the recording is the melody that the microphone played, in order, without a hole", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.waitForTimeout(9_000);
  await unlock(page, ownPin);
  await page.getByText("Recording Saved", { exact: true }).waitFor();
  const [part] = await partsOf(page);
  const samples = await decoded(page, await soundOf(page), sampleRate);
  const tones = tonesIn(samples);
  expect(samples.length / sampleRate).toBeCloseTo(part?.decoded ?? 0, 1);
  expect(tones.length).toBeGreaterThanOrEqual(34);
  const heard = tones.filter((tone): tone is number => tone !== null);
  // A quarter of a second in which one tone ends and the next begins may be neither.
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

test("a recording's mirror in local storage and its original are the same bytes", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.waitForTimeout(2_200);
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

test("one tap hands exactly one sms: link to the device, in the form of its system", async () => {
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1";
  for (const [userAgent, separator] of [
    [phoneOptions.userAgent ?? "", "?"],
    [iphone, "&"],
  ] as const) {
    const { page, context, close, expectProblem } = await on.visit({
      ...phoneOptions,
      userAgent,
    });
    await context.addInitScript((settings) => {
      localStorage.setItem("silentPartnerSettings", JSON.stringify(settings));
    }, savedSettings);
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Page.enable");
    const launches: string[] = [];
    devtools.on("Page.frameRequestedNavigation", ({ url }) => launches.push(url));
    await startReal(page);
    await page.waitForTimeout(3_000);
    expect(launches).toHaveLength(1);
    expect(launches[0]?.startsWith(`sms:+61400000001${separator}body=Send%20help`)).toBe(true);
    // The watch counts the link itself, which goes to the device and to nobody else.
    expectProblem(/request to null/);
    await close();
  }
});
