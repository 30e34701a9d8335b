/** Storing the emergency as it is, which may find that another tab was faster, or that the database does not answer. */
import { storageLimits } from "#content/limits.ts";
import type { Devices } from "../devices/devices.ts";
import type { Emergency, EmergencyEvent, EmergencyState } from "../machine/state.ts";
import { holding } from "./holding.ts";
import type { MirroredLockout } from "./records.ts";
import { mirrorEmergency, storeEmergency, storeEnd } from "./storage.ts";

/** What storing needs from the controller. */
interface KeepingPlan {
  readonly devices: Devices;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
  /** What the record says of wrong PINs. */
  readonly lockoutNow: () => MirroredLockout;
}

/** Makes what stores the state; it reports what became of it. */
export function keepingOf({ devices, getState, report, lockoutNow }: KeepingPlan) {
  let settled: Promise<unknown> = Promise.resolve();
  /** The emergency that began here, until the database has it. */
  let newId: string | null = null;
  const again = holding();
  const store = async (emergency: Emergency) => {
    const { id: emergencyId } = emergency;
    const { recording } = getState();
    const isNew = newId === emergencyId;
    const stored = await storeEmergency(devices, emergency, recording, lockoutNow(), isNew);
    if (stored.result === "ended") {
      const { endedAt } = stored;
      report({ type: "ended-elsewhere", emergencyId, endedAt, at: devices.wallTime() });
    }
    if (stored.result !== "stored") {
      const { other } = stored;
      return other && report({ type: "restored", emergency: other, from: "database" });
    }
    devices.tellOtherTabs();
    if (!stored.isKept) {
      return again.hold(() => devices.after(storageLimits.databasePatienceMs, storeAgain));
    }
    if (newId === emergencyId) newId = null;
    report({ type: "state-kept", emergencyId, sequence: stored.sequence });
  };
  const storeAgain = () => {
    const { emergency, isConfirmed } = getState();
    if (emergency !== null && isConfirmed) settled = store(emergency);
  };
  return {
    /** Settles with the last write. */
    settled: () => settled,
    /** Stores the state; `before` is the one that it follows. */
    keep: (before: EmergencyState): void => {
      const state = getState();
      const { emergency, endedAt, ended } = state;
      const { emergency: was, isConfirmed } = before;
      if (emergency === null) {
        if (was === null) return;
        again.release();
        const isOwnEnd = ended?.isOwn === true;
        devices.noteEnd(was.id, endedAt, isOwnEnd);
        const by = { endedAt, isOwnEnd };
        settled = storeEnd(devices, was, isConfirmed, by).then(devices.tellOtherTabs);
      } else if (state.isConfirmed) {
        const isBegun = was?.id !== emergency.id;
        if (isBegun) newId = emergency.id;
        settled = store(emergency);
        // Now, because this tab may be closed before the database has it; local storage has.
        if (isBegun) devices.tellOtherTabs();
        if (isBegun || was.calledAt !== emergency.calledAt) devices.noteEnd(emergency.id, null);
      } else {
        mirrorEmergency(devices, state, lockoutNow());
        devices.tellOtherTabs();
      }
    },
  };
}
