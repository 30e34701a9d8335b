/** The banner for the full app or the demo. */
import { useHasAccess } from "#store/access.ts";
import classes from "./access-banner.module.css";

/** Says which of the two this device has. */
export function AccessBanner() {
  const hasAccess = useHasAccess();
  return (
    <p className={classes.banner} data-access={hasAccess || undefined}>
      {hasAccess ? "Premium Protection Active" : "Demo Preview Mode"}
    </p>
  );
}
