/** The privacy policy. */

import classes from "./privacy.module.css";
import { Section } from "./section.tsx";

/** What stays on the device, what does not, and what is never done. */
export function Privacy() {
  return (
    <Section id="privacy" title="Privacy policy, in plain words" isSunken>
      <div className={classes.columns}>
        <div className={classes.part}>
          <h3>What stays on your device</h3>
          <p>
            All your data - contacts, settings, PIN, safe word, location and recordings - stays on
            your device. There is no account. There are two exceptions:
          </p>
          <ol className={classes.exceptions}>
            <li>
              <b>A sealed copy of your emergency contacts.</b> Our server may keep one so that they
              are not lost. It is encrypted with a key that only your browser holds. We cannot read
              it.
            </li>
            <li>
              <b>Speech recognition.</b> While voice activation is on, many browsers turn speech
              into text on their maker's servers. If that is not acceptable, leave voice activation
              off.
            </li>
          </ol>
        </div>
        <div className={classes.part}>
          <h3>What a purchase leaves behind</h3>
          <p>
            We keep the e-mail address and the payment's reference, so that you get access again and
            refunds work. Card details go to the payment provider, Stripe, and never to us.
          </p>
          <h3>What your device still shows</h3>
          <p>
            The app's pages are titled "Heart Rate". But the browser's history, its list of site
            permissions and the app's details name this site's address, and history keeps this
            page's title too. Names in the browser's storage can tell somebody who knows where to
            look, and the phone shows when its microphone is on. Delete this page from the history
            if somebody checks your phone.
          </p>
          <h3>What we never do</h3>
          <p>
            No analytics, no advertising, no tracking, no fonts or scripts from elsewhere, except
            Stripe's on payment pages. The visitor count at the end of this page is made in your
            browser and sent to nobody.
          </p>
          <p>
            To have your purchase data deleted, write to us. To delete what is on this device, clear
            this site's data in the browser.
          </p>
        </div>
      </div>
    </Section>
  );
}
