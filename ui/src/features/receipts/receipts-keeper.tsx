/** Has the times of recordings confirmed, beside every app page. */
import { useEffect } from "react";
import { startReceipts } from "./keeper.ts";

/** Renders nothing. */
export function ReceiptsKeeper() {
  useEffect(() => startReceipts(), []);
  return null;
}
