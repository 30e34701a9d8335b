/** The banner for the full app or the demo. */
import * as paths from "#content/paths.ts";
import { accessUnconfirmedRecord, useHasAccess } from "#store/access.ts";
import classes from "./access-banner.module.css";

/** Says which of the two this device has, and offers to verify a purchase that the server no longer knows. */
export function AccessBanner() {
  const hasAccess = useHasAccess();
  const isUnconfirmed = accessUnconfirmedRecord.use();
  return (
    <>
      <p className={classes.banner} data-access={hasAccess || undefined}>
        {hasAccess ? "Premium Protection Active" : "Demo Preview Mode"}
      </p>
      {hasAccess && isUnconfirmed && (
        <p className={classes.note}>
          Your purchase stays on this phone, but our server no longer recognises it.{" "}
          <a href={paths.redownload}>Verify again</a>
        </p>
      )}
    </>
  );
}
