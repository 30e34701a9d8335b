/** The visitor counter: a base number plus this browser's own visits. */
import { useEffect, useState } from "react";
import { visitorCounterBase } from "#content/limits.ts";
import { countVisit } from "#store/visits.ts";
import classes from "./landing.module.css";

/** Shows the base at once, and counts this visit after hydration. */
export function VisitorCounter() {
  const [visits, setVisits] = useState(0);
  useEffect(() => setVisits(countVisit()), []);
  return (
    <p>
      Visitors: <span className={classes.number}>{visitorCounterBase + visits}</span>
    </p>
  );
}
