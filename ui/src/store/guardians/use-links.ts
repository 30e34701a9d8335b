/** A value in the database of guardian links, for a component. */
import { useEffect, useState } from "react";
import type { LinkRecord } from "./link-record.ts";

/** The value; null until it is read, and `otherwise` where it cannot be. */
export function useLinks<T>(record: Pick<LinkRecord<T>, "read" | "subscribe">, otherwise: T) {
  const [kept, setKept] = useState<T | null>(null);
  useEffect(() => {
    let isOver = false;
    const refresh = () =>
      void record
        .read()
        .catch(() => otherwise)
        .then((value) => isOver || setKept(value));
    refresh();
    const stop = record.subscribe(refresh);
    return () => {
      isOver = true;
      stop();
    };
  }, [record, otherwise]);
  return kept;
}
