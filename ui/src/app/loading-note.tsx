/** What is said while the next page takes long. */
import { useEffect, useState } from "react";
import { slowPageMs } from "#content/limits.ts";
import classes from "./loading-note.module.css";

/** Over the page that is still shown. The region is there before its words, because only then every screen reader reads them. */
export function LoadingNote() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowPageMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={classes.place}>
      {isSlow && <p className={classes.note}>Loading the page...</p>}
    </div>
  );
}
