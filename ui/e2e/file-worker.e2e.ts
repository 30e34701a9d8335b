/** The second home of recordings where only a worker writes files (Safari before 26), in two tabs at once. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { untilRecorded } from "./evidence.ts";
import { openPhone, startReal } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

/** The sizes of the files beside the database, and how many trial files were left. */
const filesOf = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const sizes: number[] = [];
    let trials = 0;
    for await (const [name, entry] of root.entries()) {
      if (name.startsWith("probe")) trials += 1;
      if (name !== "parts") continue;
      for await (const part of (entry as FileSystemDirectoryHandle).values()) {
        for await (const file of (part as FileSystemDirectoryHandle).values()) {
          sizes.push((await (file as FileSystemFileHandle).getFile()).size);
        }
      }
    }
    return { sizes, trials };
  });

test("each second is written by a worker while another tab finds out that it can write too", async () => {
  const { page, context, close } = await openPhone(on);
  await context.addInitScript(() => {
    // An empty page has no files.
    if (!isSecureContext) return;
    Reflect.deleteProperty(FileSystemFileHandle.prototype, "createWritable");
  });
  const other = await context.newPage();
  await page.goto("/home");
  await startReal(page);
  await other.goto("/voice");
  await untilRecorded(page, 2);
  const sizes = async () => (await filesOf(page)).sizes.filter((size) => size > 1_000).length;
  await expect.poll(sizes).toBeGreaterThanOrEqual(2);
  expect(await page.evaluate(() => "createWritable" in FileSystemFileHandle.prototype)).toBe(false);
  expect((await filesOf(page)).trials).toBe(0);
  await close();
});
