/** The visitor counter: a base and this browser's own visits (spec sections 2 and 9). */
import { useEffect, useState } from "react";
import { visitorCounterBase } from "#content/limits.ts";
import { countVisit } from "#store/visits.ts";
import classes from "./visitor-counter.module.css";

/** Counts this visit once the page lives; the place is kept free before, so that nothing moves. */
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
