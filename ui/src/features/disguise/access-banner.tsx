/** The banner for the full app or the demo. */
import { Icon } from "#components/icon.tsx";
import * as paths from "#content/paths.ts";
import { fullAppName } from "#content/product.ts";
import { accessUnconfirmedRecord, useHasAccess } from "#store/access/access.ts";
import { noteSetup, setupRecord } from "#store/settings/setup.ts";
import classes from "./monitor.module.css";

/**
 * Says which of the two this device has, and leads to the verification of a purchase: in the demo, because the link in a
 * mail may be opened on another device than the one that bought, and where the server no longer knows it. Once the
 * set-up was finished or the banner closed, the full app is named in the settings alone: a heart monitor that speaks of
 * protection gives itself away.
 */
export function AccessBanner() {
  const hasAccess = useHasAccess();
  const isUnconfirmed = accessUnconfirmedRecord.use();
  const { wasFinished, isBannerClosed } = setupRecord.use();
  const isNamed = hasAccess && !wasFinished && !isBannerClosed;
  return (
    <>
      {!hasAccess && (
        <div className={classes.banner}>
          <p>Demo Preview Mode</p>
          <a className={classes.bought} href={paths.redownload}>
            Bought it?
          </a>
        </div>
      )}
      {isNamed && (
        <div className={classes.banner} data-access>
          <p>{fullAppName}</p>
          <button
            type="button"
            className={classes.close}
            aria-label="Close"
            onClick={() => noteSetup({ isBannerClosed: true })}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
      {hasAccess && isUnconfirmed && (
        <p className={classes.accessNote}>
          Your purchase stays on this phone, but our server no longer recognises it.{" "}
          <a href={paths.redownload}>Verify again</a>
        </p>
      )}
    </>
  );
}
