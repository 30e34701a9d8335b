/** Claims about a tab that the browser has frozen: it hears nothing of the others until it is shown again. */
import { expect, test } from "vitest";
import { demoPin, ownPin, placeNow, startApp } from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";
import { createController } from "./controller.ts";

/** Opens a tab that is frozen once it has started; `thaw` shows it again. */
async function openFrozenTab(phone: FakePhone) {
  const tab = phone.openTab();
  const listeners: (() => void)[] = [];
  let release: () => void = () => undefined;
  const thawed = new Promise<void>((resolve) => {
    release = resolve;
  });
  const whileHolding: typeof tab.devices.whileHolding = async (...held) => {
    await thawed;
    return tab.devices.whileHolding(...held);
  };
  const onOtherTab = (listener: () => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  const controller = createController({ ...tab.devices, whileHolding, onOtherTab });
  controller.start({ demoPin, goHome: () => undefined });
  await phone.clock.advance(0);
  const thaw = () => {
    release();
    for (const listener of listeners) listener();
  };
  return { tab, thaw, emergency: () => controller.getState().emergency };
}

test.each(["test", "real"] as const)(
  "does not bring an ended emergency back into a %s one",
  async (kind) => {
    const phone = fakePhone();
    const app = await startApp(phone);
    app.trigger("real");
    await phone.clock.advance(1_000);
    const ended = app.emergency()?.id;
    const frozen = await openFrozenTab(phone);
    expect(frozen.emergency()?.id).toBe(ended);
    await app.controller.submitPin("lockScreen", ownPin, false);
    await phone.clock.advance(60_000);
    app.trigger(kind);
    await phone.clock.advance(1_000);
    const going = { id: app.emergency()?.id, kind };
    expect(going.id).not.toBe(ended);
    frozen.thaw();
    await phone.clock.advance(1_000);
    frozen.tab.learnPlace({ fix: placeNow(phone) });
    await phone.clock.advance(2_000);
    expect(app.emergency()).toMatchObject(going);
    expect(frozen.emergency()).toMatchObject(going);
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: going.id, kind });
  },
);
