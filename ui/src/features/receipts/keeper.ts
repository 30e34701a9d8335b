/** Runs the machine of receipts: looks at the recordings on the disk, and asks the server. */

import { useEffect } from "react";
import { receiptLimits } from "#content/receipt-limits.ts";
import { every, runningTime, wallTime } from "#platform/clock.ts";
import { onShown } from "#platform/page/visibility.ts";
import { onConnection } from "#platform/workers/connection.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import { confirmHead, type HeadNow, headsOnDevice, stampHead } from "#sync/receipts.ts";
import { NOTHING_SEEN, type ReceiptsEvent, step } from "./machine.ts";
import type { WantedToken } from "./token-rules.ts";

/** What it needs besides, so that a test can replace it. */
export const pageReceipts = {
  every,
  runningTime,
  wallTime,
  onConnection,
  onShown,
  whileHolding,
  headsOnDevice,
  confirmHead,
  stampHead,
};

type ReceiptDevices = typeof pageReceipts;

/** One tab asks; the others wait for its turn. */
const LOCK = "time-receipts";

/** Looks again and again; returns how to stop. */
function keepLooking(devices: ReceiptDevices): () => void {
  let state = NOTHING_SEEN;
  let [isLooking, isStopped] = [false, false];
  const send = (event: ReceiptsEvent) => {
    const next = step(state, event);
    state = next.state;
    return next;
  };
  const confirm = async (head: HeadNow) => {
    try {
      await devices.confirmHead(head);
      send({ type: "confirmed" });
    } catch {
      send({ type: "failed", at: devices.runningTime() });
    }
  };
  /** Nothing waits for it. */
  const stamp = async (head: WantedToken) => {
    const answer = await devices.stampHead(head).catch(() => "failed" as const);
    send({ type: "token", answer, at: devices.runningTime() });
  };
  const look = async () => {
    if (isLooking || isStopped) return;
    isLooking = true;
    try {
      // Another one may be due once one is confirmed.
      for (;;) {
        const heads = await devices.headsOnDevice();
        if (isStopped) return;
        const [at, now] = [devices.runningTime(), devices.wallTime()];
        const next = send({ type: "looked", at, now, heads });
        if (next.stamp !== null) void stamp(next.stamp);
        if (next.ask === null) return;
        await confirm(next.ask);
      }
    } catch {
      // The database does not answer; the next look asks it again.
    } finally {
      isLooking = false;
    }
  };
  const wake = () => {
    send({ type: "woken" });
    void look();
  };
  const stops = [
    devices.every(receiptLimits.lookEveryMs, () => void look()),
    devices.onConnection(wake),
    devices.onShown(wake),
  ];
  void look();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

/** Has the times of recordings confirmed, in one tab at a time; returns how to stop. */
export function startReceipts(devices: ReceiptDevices = pageReceipts): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const turn = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const stop = keepLooking(devices);
      signal.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  devices.whileHolding(LOCK, turn, signal).catch(() => undefined);
  return () => ending.abort();
}

/** Has the times of recordings confirmed, beside every app page; renders nothing. */
export function ReceiptsKeeper() {
  useEffect(() => startReceipts(), []);
  return null;
}
