/** The app in a tab of a fake phone, for tests of the emergency's controller. */
import {
  createController,
  type EmergencyController,
} from "#features/emergency/controller/controller.ts";
import { type FakePhone, type FakeTab, fakePhone } from "./fake-phone.ts";

/** The PIN that the phone's person chose, and the one that is printed in public. */
export const ownPin = "482915";
export const demoPin = "1234";
/** The numbers of the phone's two contacts. */
export const ana = "+61400000001";
export const ben = "+61400000002";

/** A started app. */
export interface EmergencyApp {
  readonly tab: FakeTab;
  readonly controller: EmergencyController;
  /** Presses a button of the main screen. */
  readonly trigger: (kind?: "real" | "test") => void;
  readonly emergency: () => ReturnType<EmergencyController["getState"]>["emergency"];
  /** The numbers whose messages were opened. */
  readonly opened: () => string[];
  /** How often the app led to the main screen. */
  readonly wentHome: () => number;
}

/** Starts the app in a new tab of the phone, and lets it settle. */
export async function startApp(phone: FakePhone = fakePhone()): Promise<EmergencyApp> {
  const tab = phone.openTab();
  const controller = createController(tab.devices);
  let wentHome = 0;
  controller.start({
    demoPin,
    goHome: () => {
      wentHome += 1;
    },
  });
  await phone.clock.advance(0);
  return {
    tab,
    controller,
    trigger: (kind = "real") => controller.trigger({ kind, triggeredBy: "button", safeWord: null }),
    emergency: () => controller.getState().emergency,
    opened: () => tab.opened.map(({ phoneNumber }) => phoneNumber),
    wentHome: () => wentHome,
  };
}

/** A place in Sydney that was found just now. */
export function placeNow(phone: FakePhone) {
  const timestamp = phone.clock.wallTime();
  return { latitude: -33.8688, longitude: 151.2093, accuracy: 12, timestamp };
}
