/** Whose contacts are whose: one device never sees or changes another's. */
import { type BrowserContext, request } from "playwright-core";
import { expect, test } from "vitest";
import { untilAppKept } from "./app-pages.ts";
import { unreachable } from "./browser.ts";
import { openPhone } from "./phone.ts";
import { ownServer, stage } from "./stage.ts";
import { openSettled, reloadSettled } from "./still.ts";

const on = stage(ownServer);

const primaryOf = async (context: BrowserContext) =>
  (await context.request.get(`${on.server.origin}/api/contacts/primary`)).json();

test("a contact saved in the dialog is this device's alone, and is offered again after its storage is cleared", async () => {
  const one = await openPhone(on, null);
  const other = await openPhone(on, null);
  await one.page.goto("/home");
  await one.page.getByRole("button", { name: "Edit" }).click();
  await one.page.getByLabel("Contact Name").fill("Ana");
  await one.page.getByLabel("Emergency Contact Number").fill("+61400000001");
  await one.page.getByRole("button", { name: "Save Changes" }).click();
  await one.page.getByText("Contact saved", { exact: true }).waitFor();
  const kept = await primaryOf(one.context);
  expect(kept).toMatchObject({ name: "Ana", phoneNumber: "+61400000001" });

  expect(await primaryOf(other.context)).toBeNull();
  const nobody = await request.newContext();
  const answer = await nobody.get(`${on.server.origin}/api/contacts/primary`);
  expect([answer.status(), await answer.json()]).toEqual([200, null]);
  await nobody.dispose();

  const headers = { Origin: on.server.origin, "Sec-Fetch-Site": "same-origin" };
  const data = { name: "Mallory", phoneNumber: "+61499999999", isPrimary: true };
  await other.context.request.post(`${on.server.origin}/api/contacts`, { headers, data });
  for (const id of [
    kept.id,
    "1",
    "-1",
    "9223372036854775808",
    "00000000-0000-7000-8000-000000000000",
  ]) {
    const patched = await other.context.request.patch(`${on.server.origin}/api/contacts/${id}`, {
      headers,
      data,
    });
    expect([id, patched.status()]).toEqual([id, 404]);
  }
  expect(await primaryOf(one.context)).toEqual(kept);
  expect(String(kept.id)).toMatch(/^[0-9a-f-]{36}$/);

  const browser = await one.context.newCDPSession(one.page);
  await browser.send("Storage.clearDataForOrigin", {
    origin: on.server.origin,
    storageTypes: "local_storage,indexeddb",
  });
  await one.page.reload();
  await one.page.getByText("Saved earlier: Ana, +61400000001.").waitFor();
  expect(await one.page.evaluate(() => localStorage.getItem("silentPartnerSettings"))).toBeNull();
  await one.page.getByRole("button", { name: "Use this contact" }).click();
  await one.page.getByText("+61400000001", { exact: true }).waitFor();
  await one.close();
  await other.close();
});

test("a contact saved while the server is away is used at once, and copied once when it is back", async () => {
  const { page, context, close, expectProblems } = await openPhone(on, null);
  await openSettled(page, "/home");
  // The dialog is loaded after the page, and comes from the worker's cache without the server.
  await untilAppKept(page);
  await on.server.kill();
  /** What the server took: it may do so as soon as it is back. */
  const posts: string[] = [];
  page.on("response", (response) => {
    const call = response.request();
    if (call.method() !== "GET") posts.push(call.postData() ?? "");
  });
  const save = async (number: string) => {
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Emergency Contact Number").fill(number);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("It will be backed up when you're online.").first().waitFor();
    await page.getByText(number, { exact: true }).waitFor();
  };
  await save("+61400000008");
  await save("+61400000009");
  await on.server.restart();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect
    .poll(() => primaryOf(context))
    .toMatchObject({ name: "Emergency Contact", phoneNumber: "+61400000009" });
  // A page that is left before it has read the answer sends the copy again.
  const due = () => page.evaluate(() => localStorage.getItem("silentPartnerContactCopies"));
  await expect.poll(due).toBe("[]");
  await reloadSettled(page);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  // One more contact: its copy is sent after whatever was due before it.
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Emergency Contact Number").fill("+61400000010");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.poll(() => primaryOf(context)).toMatchObject({ phoneNumber: "+61400000010" });
  // The server knows of the last before the browser reports its answer.
  await expect
    .poll(() => posts.map((post) => JSON.parse(post).phoneNumber))
    .toEqual(["+61400000009", "+61400000010"]);
  expectProblems(unreachable);
  await close();
});
