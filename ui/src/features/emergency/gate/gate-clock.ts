/** A gate as this page keeps it: it closes by itself, by two clocks and by what the person does. */
import { after, runningTime, wallTime } from "#platform/clock.ts";
import { type Observable, observable } from "#platform/observable.ts";
import { onTouch } from "#platform/page/activity.ts";
import { isVisible, onHidden, onRestored, onShown } from "#platform/page/visibility.ts";
import { CLOSED, closesIn, type Gate, type GateEvent, nextGate } from "./gate-rules.ts";

/** A gate that closes when nothing was touched or the app was out of sight for too long. */
export interface ClockedGate extends Observable<Gate> {
  readonly report: (event: GateEvent) => void;
  readonly open: () => void;
  /** Listens to what the person does; returns how to stop. */
  readonly watch: () => () => void;
}

const now = () => ({ wall: wallTime(), running: runningTime() });

/** Makes a closed gate; no timer runs while it is closed. */
export function createGate(): ClockedGate {
  const { get, set, subscribe } = observable<Gate>(CLOSED);
  let stopTimer: () => void = () => undefined;
  const report = (event: GateEvent) => {
    const time = now();
    const next = nextGate(get(), event, time);
    const ms = closesIn(next, time);
    stopTimer();
    stopTimer = ms === null ? () => undefined : after(ms, () => report("looked"));
    set(next);
  };
  return {
    get,
    subscribe,
    report,
    open: () => {
      report("opened");
      // Comparing a code takes a while, in which the person may have left.
      if (!isVisible()) report("hidden");
    },
    watch: () => {
      const stops = [
        onRestored(() => report("closed")),
        onShown(() => report("shown")),
        onHidden(() => report("hidden")),
        onTouch(() => {
          if (get().isOpen) report("touched");
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Calls back once this page was left alone for as long as closes the gate; returns how to stop. */
export function onLeftAlone(listener: () => void): () => void {
  const gate = createGate();
  gate.open();
  const stops = [gate.watch(), gate.subscribe(() => gate.get().isOpen || listener())];
  return () => {
    for (const stop of stops) stop();
    gate.report("closed");
  };
}
