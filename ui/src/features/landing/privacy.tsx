/** The privacy policy. */

import { contactCopy } from "#content/contact-copy.ts";
import * as paths from "#content/paths.ts";
import { soundKeptDays } from "#wire/kept.ts";
import classes from "./privacy.module.css";
import { FoldedSection } from "./section.tsx";

/** Its title, here and on a page of its own. */
export const privacyTitle = "Privacy policy, in plain words";

/** What stays on the device, what does not, and what is never done. */
export function PrivacyPolicy() {
  return (
    <div className={classes.columns}>
      <div className={classes.part}>
        <h3>What stays on your device</h3>
        <p>
          All your data - contacts, settings, PIN, safe word, location and recordings - stays on
          your device. There is no account. There are four exceptions:
        </p>
        <ol className={classes.exceptions}>
          <li>
            <b>A sealed copy of your emergency contacts.</b> Our server may keep one so that they
            are not lost. {contactCopy}
          </li>
          <li>
            <b>Speech recognition.</b> While voice activation is on, many browsers send what they
            hear to their maker's servers. If you do not want that, leave voice activation off.
          </li>
          <li>
            <b>Guardians.</b> If you link a guardian, your place leaves this phone encrypted: again
            and again in an emergency or a test of one, and each minute of a session. Only the
            guardian's phone can open it. We see that something was sent, and when. If you choose
            so, the sound of an emergency or a test leaves this phone sealed, too. Our server keeps
            it for {soundKeptDays} days and cannot open it. A guardian you chose for it can, and so
            can your recovery phrase. None of this happens before you link someone.
          </li>
          <li>
            <b>Proof of time.</b> If you switch it on, our server gets a fingerprint of a recording
            once a minute while you record, and one of each recording from before. It signs them
            with its time. Nothing can be rebuilt from them. We see that a phone records, and when.
            Of that we keep a count by network for a day, against misuse. Our server may have an
            outside service stamp a few of these fingerprints with the time, too. That service gets
            a fingerprint, and nothing about you. For this, our server keeps it, and when it came,
            for up to 7 days.
          </li>
        </ol>
      </div>
      <div className={classes.part}>
        <h3>What a purchase leaves behind</h3>
        <p>
          We keep the e-mail address and the payment's reference, so that you get access again and
          refunds work. We delete a gift's message and your friend's address when the gift is used
          or refunded. An order that was not paid is deleted after a day. Your card details go to
          Stripe and never to us.
        </p>
        <h3 id="device">What your device still shows</h3>
        <p>
          The app's pages are titled "Heart Rate". But the browser's history, its list of site
          permissions and the app's details name this site's address. The page that sells the app
          has its name in the title while you look at it. Once you leave, the history shows "Heart
          Rate" instead, unless scripts are off or the browser is killed. The messages app may keep
          the text of an emergency or a test, sent or not, and the keyboard may keep one you copied.
          In the browser's storage, names such as "emergencyState" and "evidence" tell someone who
          knows where to look. The phone shows when its microphone or its camera is on. The camera
          is used only while you measure your pulse. Its pictures are neither kept nor sent, and the
          readings stay on the phone. If someone checks your phone, delete those texts, and this
          site from the history.
        </p>
        <h3>What we never do</h3>
        <p>
          No analytics, no ads, no tracking. No fonts or scripts from elsewhere, except from Stripe
          on payment pages. The visitor count on the page that sells the app is made in your browser
          and sent to nobody.
        </p>
        <h3>See or delete it</h3>
        <p>
          <a href={paths.yourData}>See or delete what we keep about your address</a>. A link in your
          mailbox shows it, as a page and as a file, and deletes it at once. A payment's reference,
          amount and dates stay, because we must keep accounts. They no longer name you. Stripe
          keeps its own records. To delete what is on this device, clear this site's data in the
          browser.
        </p>
      </div>
    </div>
  );
}

/** The section of the landing page. */
export function Privacy() {
  return (
    <FoldedSection id="privacy" title={privacyTitle}>
      <PrivacyPolicy />
    </FoldedSection>
  );
}
