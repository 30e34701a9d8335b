/** The visitor counter: a base number plus this browser's own visits. */
import { useEffect, useState } from "react";
import { visitorCounterBase } from "#content/limits.ts";
import { countVisit } from "#store/visits.ts";
import classes from "./visitor-counter.module.css";

/** Counts this visit after hydration; the space is reserved before, so that the layout does not shift. */
export function VisitorCounter() {
  const [visits, setVisits] = useState<number | null>(null);
  useEffect(() => setVisits(countVisit()), []);
  return (
    <p className={classes.counter}>
      {visits !== null && (
        <>
          Visitors: <span className={classes.number}>{visitorCounterBase + visits}</span>
        </>
      )}
    </p>
  );
}
