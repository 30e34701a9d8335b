/** Claims about a tab that was not told what another one did, which may have been killed before it could tell. */
import { expect, test } from "vitest";
import { demoPin, startApp } from "#test/emergency-app.ts";
import { fakePhone } from "#test/fake-phone.ts";
import { createController } from "./controller.ts";

test("a tab that was not told of an emergency locks once it is shown", async () => {
  const phone = fakePhone();
  const app = await startApp(phone);
  const tab = phone.openTab();
  const controller = createController({ ...tab.devices, onOtherTab: () => () => undefined });
  controller.start({ demoPin, goHome: () => undefined });
  await phone.clock.advance(0);
  const emergency = () => controller.getState().emergency;
  app.trigger("real");
  await phone.clock.advance(1_000);
  expect(emergency()).toBeNull();
  await tab.leaveFor(1_000);
  await phone.clock.advance(1_000);
  expect(emergency()?.id).toBe(app.emergency()?.id);
});
