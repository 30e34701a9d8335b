/** The set-up of every story: its phones end with it, and a problem on a page fails it. */
import { afterEach, expect } from "vitest";
import { endPhones, screens } from "./phone.ts";

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") process.stderr.write(`${task.name}:\n${await screens()}\n`);
  expect(await endPhones()).toEqual([]);
});
