/** How long it takes until a guardian is told, and until the guardian's answer is shown. */
import { expect } from "vitest";
import type { GuardedPhones } from "./guardian-phones.ts";

/** Waits until the guardian is shown this and nothing else; resolves to the milliseconds since `begin`. */
async function shownAfter({ his }: GuardedPhones, title: string, begin: number): Promise<number> {
  const titles = () => his.notifications().map((one) => one.title);
  await expect.poll(titles, { interval: 50, timeout: 30_000 }).toEqual([title]);
  return performance.now() - begin;
}

/** Starts an emergency on her main screen; resolves to the milliseconds until the guardian's phone shows it. */
export async function toldAfter(phones: GuardedPhones): Promise<number> {
  const { page } = phones.her;
  await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
  const confirm = page.getByRole("button", { name: "Yes, start now" });
  await confirm.waitFor();
  const begin = performance.now();
  await confirm.click();
  return shownAfter(phones, "Mia needs help", begin);
}

/** Waits until the guardian's phone shows the emergency; resolves to the milliseconds since `begin`. */
export const toldSince = (phones: GuardedPhones, begin: number): Promise<number> =>
  shownAfter(phones, "Mia needs help", begin);

/** Answers on the guardian's page; resolves to the milliseconds until her heart monitor shows it as this rate. */
export async function answeredAfter(
  { her, his }: GuardedPhones,
  answer: string,
  rate: number,
): Promise<number> {
  const begin = performance.now();
  await his.page.getByRole("button", { name: answer }).click();
  await her.page.getByRole("button", { name: `${rate} BPM` }).waitFor({ timeout: 30_000 });
  return performance.now() - begin;
}
