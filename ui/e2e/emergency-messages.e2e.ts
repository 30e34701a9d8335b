/** The messages of an emergency: one launch per tap, and a status that claims nothing more. */
import { expect, test } from "vitest";
import { messagesOf, openPhone, pasted, phoneOptions, savedSettings, startReal } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

test("each contact has a button, who was told is who the person says, and emergency calls need no PIN", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("1 message opened", { exact: true }).waitFor();
  await page.getByText("Message ready - tap to send").waitFor();
  await page.getByRole("button", { name: /Send to Ben/ }).click();
  await page.getByText("2 messages opened", { exact: true }).waitFor();
  await page.getByRole("button", { name: "I sent it" }).first().click();
  await page.getByText("You confirmed that it was sent.").waitFor();
  await page.getByText("1 contact notified, 1 message opened").waitFor();
  await page.getByText("Emergency Activated", { exact: true }).waitFor();
  await page
    .getByText("Device locked. Recording audio. Contacts notified.", { exact: true })
    .waitFor();
  expect((await messagesOf(page)).map(({ href }) => href.split("?")[0])).toEqual([
    "sms:+61400000001",
    "sms:+61400000002",
  ]);
  for (const number of ["000", "112", "911"]) {
    const call = page.getByRole("link", { name: `Call ${number}` });
    expect(await call.getAttribute("href")).toBe(`tel:${number}`);
    const box = await call.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
  }
  await close();
});

test("when no messages app opens, the text can be copied, and whom she sent it is counted once she says so", async () => {
  const { page, context, close } = await openPhone(on);
  await context.addInitScript(() => Object.assign(window, { hasNoMessagesApp: true }));
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Your messages app did not seem to open.").waitFor();
  await page.getByText("0 contacts notified").waitFor();
  await page.getByRole("button", { name: "Copy text" }).click();
  await page.getByText("The text is on the clipboard.").waitFor();
  expect(await pasted(page)).toContain("maps.google.com");
  await page.getByText("0 contacts notified").waitFor();
  await page.getByRole("button", { name: "I sent it" }).first().click();
  await page.getByText("1 contact notified").waitFor();
  await close();
});

test("a lost focus counts nobody: the lock asks whether the message opened", async () => {
  const { page, context, close } = await openPhone(on);
  // By the page itself: the app asks for three seconds after the launch, which a test on a busy machine may miss.
  await context.addInitScript(() => Object.assign(window, { losesFocus: true }));
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Did the message to Ana open?").waitFor();
  await page.getByText("0 contacts notified").waitFor();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.getByText("Your messages app did not seem to open.").waitFor();
  await page.getByRole("button", { name: /Send to Ana/ }).click();
  await page.getByRole("button", { name: "Yes, it opened" }).click();
  await page.getByText("1 message opened", { exact: true }).waitFor();
  await close();
});

test("a location found after the message was opened is offered for a second message", async () => {
  const { page, context, close } = await openPhone(on);
  await context.addInitScript(() => {
    const found: PositionCallback[] = [];
    const wait = (success: PositionCallback) => found.push(success);
    Object.assign(window, { found });
    Geolocation.prototype.getCurrentPosition = wait;
    Geolocation.prototype.watchPosition = wait;
  });
  await page.goto("/home");
  await startReal(page);
  await page.getByRole("button", { name: /Send to Ana.*without location/ }).click();
  await page.getByText("1 message opened", { exact: true }).waitFor();
  await page.evaluate(() => {
    const coords = { latitude: -33.868_82, longitude: 151.209_29, accuracy: 12 };
    for (const tell of (window as never)["found"] as PositionCallback[]) {
      tell({ coords, timestamp: Date.now() } as GeolocationPosition);
    }
  });
  await page.getByText("opened without your location, which is known now").waitFor();
  await page.getByRole("button", { name: /Send again to Ana/ }).click();
  await page.getByText("Message opened. Press send in your messages app.").waitFor();
  const bodies = (await messagesOf(page)).map(({ href }) => decodeURIComponent(href));
  expect(bodies[0]).toContain("Location unavailable");
  expect(bodies[1]).toContain("https://maps.google.com/?q=-33.86882,151.20929");
  await close();
});

test("one tap hands exactly one sms: link to the device, with the separator of its system", async () => {
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
    // The page kept the focus, as no messages app opened: the launch is over.
    await page.getByText("Your messages app did not seem to open.").waitFor();
    expect(launches).toHaveLength(1);
    expect(launches[0]?.startsWith(`sms:+61400000001${separator}body=Send%20help`)).toBe(true);
    // The link itself counts as a request to another origin; it goes to the device alone.
    expectProblem(/request to null/);
    await close();
  }
});
