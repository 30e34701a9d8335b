/** What scenes are made of: who opens a screen, and the steps that lead to it. */
import type { BrowserContextOptions, Page } from "playwright-core";
import type { WatchedPage } from "./browser.ts";
import { untilRecorded } from "./evidence.ts";
import { fakeBattery, fakeSpeech } from "./fakes.ts";
import { openPhone } from "./phone.ts";
import type { Stage } from "./stage.ts";
import { openSettled } from "./still.ts";

/** One screen in one state. */
export type Scene = {
  /** Its name, which is also the name of its picture. */
  readonly name: string;
  /** Opens it in a profile of its own. */
  readonly open: (on: Stage, options: BrowserContextOptions) => Promise<WatchedPage>;
};

/** What is done with the page on the way. */
export type Step = (page: Page, on: Stage) => Promise<unknown>;

/** Somebody who was never here before, on a device that allows nothing. */
export function visitor(name: string, path: string, ...steps: readonly Step[]): Scene {
  return { name, open: async (on, options) => walk(on, await on.visit(options), path, steps) };
}

/** Somebody who uses the app; `settings` are what the device has kept, null for nothing. */
export function user(
  settings: unknown,
  name: string,
  path: string,
  ...steps: readonly Step[]
): Scene {
  const open = async (on: Stage, options: BrowserContextOptions) => {
    const phone = await openPhone(on, settings, options);
    await fakeSpeech(phone.page);
    await fakeBattery(phone.page, 0.64, false);
    return walk(on, phone, path, steps);
  };
  return { name, open };
}

/** Somebody who opens a path that the server refuses: the browser reports the status of its document. */
export function refused(name: string, find: (on: Stage) => string | Promise<string>): Scene {
  const open = async (on: Stage, options: BrowserContextOptions) => {
    const path = await find(on);
    const watched = await on.visit(options);
    await openSettled(watched.page, path);
    watched.expectProblem(/status of 4\d\d/);
    return watched;
  };
  return { name, open };
}

/** Opens `path` and takes the steps. */
export async function walk(
  on: Stage,
  watched: WatchedPage,
  path: string,
  steps: readonly Step[],
): Promise<WatchedPage> {
  await openSettled(watched.page, path);
  for (const step of steps) await step(watched.page, on);
  return watched;
}

/** Presses the first button with this name. */
export const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole("button", { name }).first().click();
/** Waits for a text. */
export const shows =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).first().waitFor();
/** Waits for a dialog. */
export const opens =
  (role: "dialog" | "alertdialog"): Step =>
  (page) =>
    page.getByRole(role).waitFor();

/** Waits for the first second of sound: the recorder's start has a toast of its own. */
export const recorded: Step = async (page) => {
  await page.getByText(/Recording audio evidence|Audio recording in progress/).waitFor();
  await untilRecorded(page, 1);
};

/** Closes the toast that covers the top of the screen. */
export const closeToast: Step = async (page) => {
  const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
  await toast.getByRole("button", { name: "Close" }).click();
  await toast.waitFor({ state: "detached" });
};
