/** Runs the machine of receipts: looks at the recordings on the disk, and asks the server. */
import { receiptLimits } from "#content/receipt-limits.ts";
import { every, runningTime } from "#platform/clock.ts";
import { onShown } from "#platform/page/visibility.ts";
import { onConnection } from "#platform/workers/connection.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import { confirmHead, type HeadNow, headsOnDevice } from "#sync/receipts.ts";
import { NOTHING_SEEN, type ReceiptsEvent, step } from "./machine.ts";

/** What it needs besides, so that a test can replace it. */
export const pageReceipts = {
  every,
  runningTime,
  onConnection,
  onShown,
  whileHolding,
  headsOnDevice,
  confirmHead,
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
    return next.ask;
  };
  const confirm = async (head: HeadNow) => {
    try {
      await devices.confirmHead(head);
      send({ type: "confirmed" });
    } catch {
      send({ type: "failed", at: devices.runningTime() });
    }
  };
  const look = async () => {
    if (isLooking || isStopped) return;
    isLooking = true;
    try {
      // Another one may be due once one is confirmed.
      for (;;) {
        const heads = await devices.headsOnDevice();
        const ask = isStopped ? null : send({ type: "looked", at: devices.runningTime(), heads });
        if (ask === null) return;
        await confirm(ask);
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
