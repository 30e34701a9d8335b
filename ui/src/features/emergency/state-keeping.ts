/** Keeps every change of the emergency, and hears what other tabs kept first. */
import type { EffectsPlan } from "./effects.ts";
import { fromRecord, keep, keepEnd, toRecord } from "./keeper.ts";
import type { EmergencyState } from "./machine/state.ts";

/** The keeping of one page. */
export interface StateKeeping {
  /** Keeps the state as it is now; `before` is what it was. */
  readonly keep: (before: EmergencyState) => void;
  /** Waits for the last write. */
  readonly settled: () => Promise<unknown>;
}

/** Makes it; nothing is written before its first call. */
export function stateKeeping(
  plan: Pick<EffectsPlan, "devices" | "getState" | "report" | "lockoutNow">,
): StateKeeping {
  const { devices, getState, report, lockoutNow } = plan;
  let settled: Promise<unknown> = Promise.resolve();

  const keepOver = (before: EmergencyState) => {
    const id = before.emergency?.id;
    settled = id === undefined ? settled : keepEnd(id).then(devices.tellOtherTabs);
  };
  const keepState = (before: EmergencyState) => {
    const { emergency, recording } = getState();
    if (emergency === null) {
      return keepOver(before);
    }
    settled = keep(toRecord(emergency, recording, lockoutNow())).then((answer) => {
      const theirs = answer.result === "other" ? fromRecord(answer.record) : null;
      if (theirs !== null) {
        report({ type: "restored", emergency: theirs });
      } else if (answer.result === "ended") {
        report({ type: "ended-elsewhere", id: emergency.id });
      } else {
        devices.tellOtherTabs();
      }
    });
  };
  return { keep: keepState, settled: () => settled };
}
