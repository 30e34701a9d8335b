/**
 * The gate before everything that is protected: whether the code was typed on this page and still counts, and what is behind
 * it. Starting an emergency never is.
 */
import { useSyncExternalStore } from "react";
import { after, runningTime, wallTime } from "#platform/clock.ts";
import { observable } from "#platform/observable.ts";
import { onTouch } from "#platform/page/activity.ts";
import { isVisible, onHidden, onRestored, onShown } from "#platform/page/visibility.ts";
import { hasOwnPin, isCodeAsked } from "#store/settings/own-pin.ts";
import type { Settings } from "#store/settings/settings.ts";
import type { PageName } from "#wire/pages.ts";
import { CLOSED, closesIn, type Gate, type GateEvent, nextGate } from "./gate-rules.ts";

const gate = observable<Gate>(CLOSED);
const now = () => ({ wall: wallTime(), running: runningTime() });
let stopTimer: () => void = () => undefined;

function report(event: GateEvent): void {
  const time = now();
  const next = nextGate(gate.get(), event, time);
  if (next !== gate.get()) gate.set(next);
  const ms = closesIn(next, time);
  stopTimer();
  // None runs while the gate is closed.
  stopTimer = ms === null ? () => undefined : after(ms, () => report("looked"));
}

/** The code was right: what is protected opens without it until the gate closes. */
export function openGate(): void {
  report("opened");
  // Comparing a code takes a while, in which the person may have left.
  if (!isVisible()) report("hidden");
}

/** The code is asked for again. */
export function closeGate(): void {
  report("closed");
}

/** Whether the gate is open; closed on the server and during hydration. */
export function useGateOpen(): boolean {
  return useSyncExternalStore(gate.subscribe, isOpenNow, () => false);
}

const isOpenNow = () => gate.get().isOpen;

/** Whether the gate is open now. */
export function isGateOpen(): boolean {
  report("looked");
  return isOpenNow();
}

/** Closes the gate when nothing was touched or the app was out of sight for too long; returns how to stop. */
export function watchGate(): () => void {
  const stops = [
    onRestored(closeGate),
    onShown(() => report("shown")),
    onHidden(() => report("hidden")),
    onTouch(() => {
      if (isOpenNow()) report("touched");
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Pages that show or change protection. */
const protectedPages: readonly PageName[] = ["settings", "voice", "setup"];

/** An action that shows or changes protection, or deletes evidence. */
export type ProtectedAction = "open-settings-dialog" | "delete-recordings" | "unlink-guardian";

/** Whether a page is shown only after the code. */
export function isPageProtected(page: PageName, settings: Settings): boolean {
  return protectedPages.includes(page) && isCodeAsked(settings);
}

/** Whether an action waits for the code. Deleting evidence and unlinking a guardian do so whenever there is an own PIN. */
export function isActionProtected(action: ProtectedAction, settings: Settings): boolean {
  switch (action) {
    case "open-settings-dialog":
      return isCodeAsked(settings);
    case "delete-recordings":
    case "unlink-guardian":
      return hasOwnPin(settings);
    default:
      return action satisfies never;
  }
}
