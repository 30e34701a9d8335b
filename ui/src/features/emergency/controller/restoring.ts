/** Brings a page and what is stored together: at its start, when it is shown again, and when another tab changed something. */
import { storageLimits } from "#content/limits.ts";
import type { Devices } from "../devices/devices.ts";
import type { EmergencyEvent, EmergencyState } from "../machine/state.ts";
import { holding } from "./holding.ts";
import { endAsNoted, reconcile } from "./storage.ts";

/** What restoring needs from the controller. */
interface RestoringPlan {
  readonly devices: Devices;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
}

/** Makes what reads what is stored, and reads it again until the database has answered; the disk is right. */
export function restoringOf({ devices, getState, report }: RestoringPlan) {
  const again = holding();
  const isOn = () => getState().emergency !== null && getState().isConfirmed;
  const restore = async (): Promise<void> => {
    const noted = isOn() ? [] : devices.notedEnds();
    let news = await reconcile(devices);
    // No note ends what this page knows to be on, or what was called for here.
    if (news.type === "restored" && news.from === "database" && !isOn()) {
      const before = getState();
      const isOver = await endAsNoted(devices, news.emergency, await noted, isOn);
      // Meanwhile a code may have ended what was read, or a call changed it.
      if (isOver || getState() !== before) news = await reconcile(devices);
    }
    const wasOn = isOn();
    report(news);
    const { emergency } = getState();
    // A later page must not end what goes on here.
    if (!wasOn && isOn() && emergency !== null) devices.noteEnd(emergency.id, null);
    if (news.from === "database") again.release();
    else again.hold(() => devices.after(storageLimits.databasePatienceMs, restore));
  };
  return { restore, stop: again.release };
}
