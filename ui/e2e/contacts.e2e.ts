/** Whose contacts are whose: one device never sees or changes another's (H1). */
import { type Browser, type BrowserContext, request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { openPhone } from "./phone.ts";
import { startServer, type TestServer } from "./server.ts";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const primaryOf = async (context: BrowserContext) =>
  (await context.request.get(`${server.origin}/api/contacts/primary`)).json();

test("a contact saved in the dialog is this device's alone, and comes back to it after its storage is gone", async () => {
  const one = await openPhone(browser, server.origin, null);
  const other = await openPhone(browser, server.origin, null);
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
  const answer = await nobody.get(`${server.origin}/api/contacts/primary`);
  expect([answer.status(), await answer.json()]).toEqual([200, null]);
  await nobody.dispose();

  const headers = { Origin: server.origin, "Sec-Fetch-Site": "same-origin" };
  const data = { name: "Mallory", phoneNumber: "+61499999999", isPrimary: true };
  await other.context.request.post(`${server.origin}/api/contacts`, { headers, data });
  for (const id of [
    kept.id,
    "1",
    "-1",
    "9223372036854775808",
    "00000000-0000-7000-8000-000000000000",
  ]) {
    const patched = await other.context.request.patch(`${server.origin}/api/contacts/${id}`, {
      headers,
      data,
    });
    expect([id, patched.status()]).toEqual([id, 404]);
  }
  expect(await primaryOf(one.context)).toEqual(kept);
  expect(String(kept.id)).toMatch(/^[0-9a-f-]{36}$/);

  await one.page.evaluate(() => localStorage.clear());
  await one.page.reload();
  await one.page.getByText("+61400000001").waitFor();
  await one.close();
  await other.close();
});
