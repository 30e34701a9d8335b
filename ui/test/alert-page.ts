/** A page that tells guardians, for tests: what it asks of the device, and what a test changes of it. */
import { vi } from "vitest";
import type { AlertDevices } from "#features/emergency/alerts/alert-devices.ts";
import type { Emergency } from "#features/emergency/machine/state.ts";
import { realEmergency } from "#features/emergency/machine/stories.ts";
import { observable } from "#platform/observable.ts";
import { changeState } from "#store/app-database.ts";
import { fakeClock } from "./fake-clock.ts";
import { fakeWatchServer, type LinkPair, makeOwnLink, storeGuardians } from "./link-pair.ts";

/** Local storage for a test without a document, empty at the beginning. */
export function stubStorage(): void {
  const values = new Map<string, string>();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, text: string) => void values.set(key, text),
      removeItem: (key: string) => void values.delete(key),
    },
    addEventListener: () => undefined,
  });
}

/** Ids are those of one phone, whatever its tabs. */
let ids = 0;

/** How many emergencies tests have begun. */
let emergencies = 0;

/**
 * The name of an emergency of this test alone: what the test before still writes when it is over must not make this
 * one's news old.
 */
function ownEmergency(): string {
  emergencies += 1;
  return `e${emergencies}`;
}

/** Makes a page; the emergency that it is told of has this name. */
export function alertPage(emergencyId: string) {
  const clock = fakeClock();
  const on = observable<Emergency | null>(null);
  const changes = observable(0);
  const battery = { level: 1, isCharging: false };
  const asked = { syncs: 0, preparations: 0 };
  let isVisible = true;
  const devices: AlertDevices = {
    emergency: on.get,
    onEmergency: on.subscribe,
    onOtherTab: () => () => undefined,
    onConnection: changes.subscribe,
    onShown: () => () => undefined,
    isVisible: () => isVisible,
    readBattery: async () => ({ ...battery }),
    clocks: () => ({ wall: clock.wallTime(), running: null }),
    after: clock.after,
    every: clock.every,
    newId: () => {
      ids += 1;
      return `row${ids}`;
    },
    askForSync: () => {
      asked.syncs += 1;
    },
    prepareSync: () => {
      asked.preparations += 1;
    },
  };
  return {
    clock,
    devices,
    battery,
    /** How often the browser was asked to wake the service worker, and to prepare it. */
    asked,
    set: (next: Partial<Emergency> | null) =>
      on.set(
        next === null ? null : { ...(on.get() ?? { ...realEmergency, id: emergencyId }), ...next },
      ),
    hide: () => {
      isVisible = false;
    },
    reconnect: () => changes.set(changes.get() + 1),
  };
}

/**
 * A phone on which an emergency is about to begin, with a guardian of each of these names and the server that they
 * share. It stands in for the browser's storage and network until `vi.unstubAllGlobals`.
 */
export async function watchedPhone(...names: readonly string[]) {
  stubStorage();
  const emergencyId = ownEmergency();
  await changeState("guardian-news", () => ({ keep: undefined, answer: undefined }));
  const links: LinkPair[] = [];
  for (const name of names) links.push(await makeOwnLink(name));
  await storeGuardians(links);
  const server = fakeWatchServer();
  vi.stubGlobal("fetch", server.fetch);
  return { emergencyId, links, server };
}
