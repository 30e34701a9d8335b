/** Does at the edge what the emergency machine asks for. */
import { emergencyTimes } from "#content/limits.ts";
import { pause, withinTime } from "#platform/clock.ts";
import type { EmergencyRecord } from "#store/emergency-state.ts";
import type { Devices } from "./devices.ts";
import { fromRecord, keep, keepEnd, toRecord } from "./keeper.ts";
import type { EmergencyEffect, EmergencyEvent, EmergencyState } from "./machine-state.ts";
import { type RecordingSession, startSession } from "./recording-session.ts";
import { smsBody } from "./sms-message.ts";

/** What running effects needs from the controller. */
export interface EffectsPlan {
  readonly devices: Devices;
  readonly getState: () => EmergencyState;
  readonly report: (event: EmergencyEvent) => void;
  /** The spec's two fields on wrong PINs, for the mirror. */
  readonly lockoutNow: () => Pick<EmergencyRecord, "failedAttempts" | "lockoutUntil">;
  readonly goHome: () => void;
}

/** Runs effects, and holds what they began. */
export interface Effects {
  /** Does one effect. `before` is the state that the event met. */
  readonly run: (effect: EmergencyEffect, before: EmergencyState) => void;
  readonly session: () => RecordingSession | null;
  /** The body of a message as it would be sent now; null when nothing is going on. */
  readonly body: () => string | null;
}

const nothing = () => undefined;

/** Makes the runner; nothing happens before its first effect. */
export function createEffects({
  devices,
  getState,
  report,
  lockoutNow,
  goHome,
}: EffectsPlan): Effects {
  let session: RecordingSession | null = null;
  let release = nothing as () => void;
  let leavePosition = nothing as () => void;
  let letSleep = nothing as () => void;
  let settled: Promise<unknown> = Promise.resolve();

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

  const keepState = (before: EmergencyState) => {
    const { emergency, recording } = getState();
    if (emergency === null) {
      const id = before.emergency?.id;
      settled = id === undefined ? settled : keepEnd(id).then(devices.tellOtherTabs);
      return;
    }
    const kept = keep(toRecord(emergency, recording, lockoutNow()));
    settled = kept.then((answer) => {
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

  const prepareMessage = async () => {
    const started = performance.now();
    await withinTime(settled, emergencyTimes.durableWaitMs, undefined);
    while (
      getState().recording.phase === "starting" &&
      performance.now() - started < emergencyTimes.recordingBudgetMs
    ) {
      await pause(20);
    }
    report({ type: "message-due" });
    await pause(emergencyTimes.gestureMs);
    report({ type: "gesture-expired" });
  };

  const openMessage = (phoneNumber: string) => {
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

  const run = (effect: EmergencyEffect, before: EmergencyState) => {
    switch (effect.type) {
      case "keep":
        return keepState(before);
      case "start-recording":
        session = startSession({
          devices,
          report,
          isResumed: effect.isResumed,
          emergencyId: async () => {
            await settled.catch(nothing);
            return getState().emergency?.id ?? "";
          },
        });
        return;
      case "stop-recording":
        void session?.stop();
        session = null;
        return;
      case "follow-position":
        leavePosition();
        leavePosition = devices.followPosition();
        return;
      case "leave-position":
        return leavePosition();
      case "hold-page":
        release();
        release = devices.holdNavigation();
        return;
      case "release-page":
        release();
        release = nothing;
        return;
      case "keep-screen-on":
        letSleep();
        letSleep = devices.keepScreenOn((isKeptOn) => report({ type: "screen-changed", isKeptOn }));
        return;
      case "let-screen-sleep":
        return letSleep();
      case "prepare-message":
        return void prepareMessage();
      case "open-message":
        return openMessage(effect.phoneNumber);
      case "practise":
        return void practise();
      case "toast":
        return void devices.showToast(effect.message);
      case "later-toast":
        return void pause(emergencyTimes.laterToastMs).then(() => {
          if (getState().emergency === null) devices.showToast(effect.message);
        });
      case "go-home":
        return goHome();
    }
  };
  return { run, session: () => session, body };
}
