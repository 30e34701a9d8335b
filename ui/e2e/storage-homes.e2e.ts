/** Locks and lockouts on a phone whose database fails or hangs for a while. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { keepState, stateOf } from "./evidence.ts";
import { forget, openPhone, ownPin, patience, startReal, unlock, untilEnded } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

/** Until the next document, the database takes nothing more, as on a full disk. */
const refuseWrites = (page: Page) =>
  page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });

/** Until the next document, the database does not say what it has of the emergency. */
const silence = (page: Page) =>
  page.evaluate(() => {
    const get = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function (key) {
      const request = get.call(this, key);
      if (key === "emergency") request.addEventListener = () => undefined;
      return request;
    };
  });

/** Until the next document without this script, the database does not answer. */
function hang() {
  const never = { addEventListener: () => undefined, removeEventListener: () => undefined };
  IDBFactory.prototype.open = () => Object.assign(Object.create(IDBOpenDBRequest.prototype), never);
}

/** Documents from now on cannot open a database, as on a disk without any room. */
function refuseToOpen() {
  IDBFactory.prototype.open = () => {
    throw new DOMException("Internal error opening backing store", "UnknownError");
  };
}

const untilLockKept = (page: Page) =>
  expect.poll(() => stateOf(page, "emergency"), patience).toMatchObject({ isLocked: true });

const field = (page: Page) => page.getByLabel("PIN", { exact: true });

test("an emergency that ended while the database took no writes does not come back", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await untilLockKept(page);
  await refuseWrites(page);
  await unlock(page, ownPin);
  await untilEnded(page);
  await page.goto("/home");
  await page.getByText("Ready", { exact: true }).waitFor();
  // The database learns of the end as soon as it takes writes again.
  await expect.poll(() => stateOf(page, "emergency"), patience).toMatchObject({ isLocked: false });
  expect(await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).count()).toBe(0);
  await close();
});

test("an emergency that ended does not come back to a page that is left before the database answers", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await untilLockKept(page);
  await silence(page);
  await unlock(page, ownPin);
  await untilEnded(page);
  await page.goto("/home");
  await page.getByText("Ready", { exact: true }).waitFor();
  expect(await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).count()).toBe(0);
  await close();
});

test("a lockout that begins while the database takes no writes is shown, runs out, and the right PIN is accepted", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await untilLockKept(page);
  const none = { failedAttempts: 0, remainingMs: 0 };
  await keepState(page, "lockouts", { emergency: none, securityCode: none });
  await refuseWrites(page);
  for (const pin of ["0000", "1111", "2222", "3333", "4444"]) {
    await unlock(page, pin);
    await expect.poll(() => field(page).inputValue(), patience).toBe("");
  }
  const lockedOut = page.getByText(/Locked Out\. Try again in/);
  await lockedOut.waitFor();
  const isRunning = () =>
    page.evaluate(() => {
      const { value } = JSON.parse(localStorage.getItem("silentPartnerState.lockouts") ?? "");
      return value.emergency.remainingMs < 299_000;
    });
  await expect.poll(isRunning, patience).toBe(true);
  await page.evaluate(() => {
    const key = "silentPartnerState.lockouts";
    const kept = JSON.parse(localStorage.getItem(key) ?? "");
    kept.version.count += 1;
    kept.value.emergency.remainingMs = 1_000;
    localStorage.setItem(key, JSON.stringify(kept));
  });
  await lockedOut.waitFor({ state: "hidden" });
  await unlock(page, ownPin);
  await untilEnded(page);
  await close();
});

test("a database that never answers blocks neither trigger, lock nor unlock", async () => {
  // No worker that starts while the page is closed.
  const without = { serviceWorkers: "block" } as const;
  const { page, context, close } = await openPhone(on, undefined, without);
  await page.goto("/home");
  await page.getByText("Ready", { exact: true }).waitFor();
  page.on("dialog", (dialog) => void dialog.accept());
  const hanging = await context.newPage();
  hanging.on("dialog", (dialog) => void dialog.accept());
  await page.close();
  await hanging.addInitScript(hang);
  await hanging.goto("/home");
  await startReal(hanging);
  await hanging.reload();
  await hanging.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
  await unlock(hanging, "0000");
  await hanging.getByText("That is not the right code. Attempts left: 4.").waitFor();
  await unlock(hanging, ownPin);
  await untilEnded(hanging);
  const answering = await context.newPage();
  await answering.goto("/home");
  await answering.getByText("Ready", { exact: true }).waitFor();
  expect(await answering.getByRole("heading", { name: "EMERGENCY ACTIVE" }).count()).toBe(0);
  await close();
});

test("contacts are known where a full disk lets no database be opened, and the browser has emptied local storage", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  const spare = () => page.evaluate(async () => (await caches.match("/rates"))?.text());
  await expect.poll(spare, patience).toContain("Ana");
  await page.addInitScript(refuseToOpen);
  await forget(page);
  await page.goto("/home");
  await page.getByText("Ana", { exact: true }).waitFor();
  await startReal(page);
  await page.getByRole("button", { name: "Send to Ana" }).waitFor();
  await close();
});
