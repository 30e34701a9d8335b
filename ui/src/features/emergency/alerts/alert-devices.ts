/** What telling the guardians needs of the device besides its database and the server, so that a test can replace it. */
import type { Moment } from "#content/time.ts";
import { after, every, moment } from "#platform/clock.ts";
import { isVisible, onShown } from "#platform/page/visibility.ts";
import { randomId } from "#platform/random-id.ts";
import { type Battery, readBattery } from "#platform/sensors/battery.ts";
import { onConnection } from "#platform/workers/connection.ts";
import { askForSync, prepareSync } from "#platform/workers/service-worker.ts";
import { onOtherTab } from "#platform/workers/tabs.ts";
import { pageEmergency } from "../controller/controller.ts";
import type { Emergency } from "../machine/state.ts";

/** Calls back at each change; returns how to stop. */
type Heard = (listener: () => void) => () => void;

/** The device. */
export interface AlertDevices {
  /** The emergency that is on; none while local storage alone has it. */
  readonly emergency: () => Emergency | null;
  readonly onEmergency: Heard;
  readonly onOtherTab: Heard;
  readonly onConnection: Heard;
  readonly onShown: Heard;
  readonly isVisible: () => boolean;
  readonly readBattery: () => Promise<Battery | null>;
  readonly clocks: () => Moment;
  readonly after: (ms: number, listener: () => void) => () => void;
  readonly every: (ms: number, listener: () => void) => () => void;
  readonly newId: () => string;
  /** Asks the browser to wake the service worker when there is a connection, where it can. */
  readonly askForSync: () => void;
  /** Prepares that, for somebody who has guardians. */
  readonly prepareSync: () => void;
}

/** The page's own. */
export function pageAlertDevices(): AlertDevices {
  const { getState, subscribe } = pageEmergency();
  return {
    emergency: () => {
      const { emergency, isConfirmed } = getState();
      return isConfirmed ? emergency : null;
    },
    onEmergency: subscribe,
    onOtherTab,
    onConnection,
    onShown,
    isVisible,
    readBattery,
    clocks: moment,
    after,
    every,
    newId: randomId,
    askForSync,
    prepareSync,
  };
}
