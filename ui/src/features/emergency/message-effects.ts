/** What the emergency does with its messages: when the first is due, opening one, and practising. */
import { emergencyTimes } from "#content/limits.ts";
import { pause, withinTime } from "#platform/clock.ts";
import type { EffectsPlan } from "./effects.ts";
import { smsBody } from "./messages/sms-message.ts";

/** How often to look whether the recording has begun. */
const LOOK_MS = 20;

/** The messages of the emergency that is going on. */
export interface MessageEffects {
  /** The body of a message as it would be sent now; null when nothing is going on. */
  readonly body: () => string | null;
  /** Says when the first message may be opened by itself, and when the tap is too long ago for that. */
  readonly prepare: () => Promise<void>;
  /** Opens the messages app for one contact and tells whether the person left for it. */
  readonly open: (phoneNumber: string) => void;
  /** A test's copy on the clipboard, then its list of contacts. */
  readonly practise: () => Promise<void>;
}

/** Makes them; `settled` waits until the state is on the disk. */
export function messageEffects(
  { devices, getState, report }: Pick<EffectsPlan, "devices" | "getState" | "report">,
  settled: () => Promise<unknown>,
): MessageEffects {
  const body = () => {
    const { emergency } = getState();
    return emergency === null
      ? null
      : smsBody({
          kind: emergency.kind,
          text: emergency.text,
          position: emergency.location,
          at: emergency.triggeredAt,
          now: devices.wallTime(),
        });
  };
  const prepare = async () => {
    const started = devices.runningTime();
    await withinTime(settled(), emergencyTimes.durableWaitMs, undefined);
    while (
      getState().recording.phase === "starting" &&
      devices.runningTime() - started < emergencyTimes.recordingBudgetMs
    ) {
      await pause(LOOK_MS);
    }
    report({ type: "message-due" });
    await pause(emergencyTimes.gestureMs);
    report({ type: "gesture-expired" });
  };
  const open = (phoneNumber: string) => {
    const text = body();
    if (text === null) {
      return;
    }
    const off = devices.onLeave(() => {
      off();
      report({ type: "app-left" });
    });
    devices.openSms(phoneNumber, text);
    void pause(emergencyTimes.leaveMs).then(() => {
      off();
      if (getState().launching === phoneNumber) {
        report({ type: "launch-unseen" });
      }
    });
  };
  const practise = async () => {
    await pause(emergencyTimes.testCopyMs);
    const text = body();
    if (text !== null) {
      report({ type: "message-copied", isCopied: await devices.copyText(text) });
    }
    await pause(emergencyTimes.testListMs - emergencyTimes.testCopyMs);
    report({ type: "practice-listed" });
  };
  return { body, prepare, open, practise };
}
