/** What people ask before they dare to buy; the page and its structured data are made from it. */

import { soundKeptDays } from "#wire/kept.ts";
import { contactCopy } from "./contact-copy.ts";
import * as paths from "./paths.ts";
import { namedPrice, refundTime } from "./price.ts";

/** The subjects of all mails that the server sends (`server/src/emails.rs`); a test compares both. */
export const mailSubjects = {
  purchase: "Your heart rate monitor",
  gift: "Your heart rate monitor order",
  link: "Your heart rate monitor link",
} as const;

/** A question, its answer, and where the page or the setting is that it speaks of. */
type Question = {
  readonly question: string;
  readonly answer: string;
  readonly link: { readonly href: string; readonly label: string };
};

/** Every question, the most feared first. */
export const faq: readonly Question[] = [
  {
    question: "What does my card statement say?",
    answer: `One line with the seller's name. You can read that name before you pay, next to the price and at the checkout. The amount is ${namedPrice}. If your card uses another currency, your bank converts it and may charge a fee, perhaps on its own line. Nothing renews. You see one more line only if you ask for your money back.`,
    link: { href: paths.terms, label: "The name on the statement" },
  },
  {
    question: "Which e-mails do I get?",
    answer: `One after you pay. Its subject is "${mailSubjects.purchase}", or "${mailSubjects.gift}" for a gift. One called "${mailSubjects.link}" comes if a link is asked for: by you, or by anyone who types your address here. They mention a heart rate monitor and nothing else. There is no newsletter. If you give it to a friend, your friend gets no mail.`,
    link: { href: paths.redownload, label: "Ask for a link" },
  },
  {
    question: "What does it look like on the phone?",
    answer: `A heart. The name below it ends in "Heart Rate Monitor", but some phones cut it short. If anyone tries it, it takes a pulse from a fingertip on the camera. No app store has it, so no store lists it as bought. The browser's history, its site permissions and the app's details still show this site's address.`,
    link: { href: `${paths.privacy}#device`, label: "What your device still shows" },
  },
  {
    question: "Does it work on iPhone and on Android?",
    answer:
      "Yes, and on a computer too. On an iPhone, put it on the home screen before you set it up, because it starts empty there. Then train a phrase of your own: an installed app cannot use the iPhone's speech recognition.",
    link: { href: paths.heartMonitor, label: "Try it on your phone" },
  },
  {
    question: "Does it work with the screen off?",
    answer:
      "No. It listens and records only while it is open on your screen. While it listens, it asks the browser to keep the screen on. If the phone closes it, you keep what it recorded up to then.",
    link: { href: paths.voice, label: "Voice settings" },
  },
  {
    question: "What if there is no signal?",
    answer:
      'Once you have opened the app on this phone, the lock, the recording and the message work without internet. To send the text, you need a phone signal and you press send. If the app cannot find you, the text says "Location unavailable".',
    link: { href: paths.home, label: "Look at the emergency screen" },
  },
  {
    question: "Can I get my money back?",
    answer: `Yes, for ${refundTime}. Write to us and the money goes back to the same card. The card statement shows it. The app then goes back to the free preview. We delete nothing on your phone.`,
    link: { href: paths.support, label: "Write to us" },
  },
  {
    question: "How do I erase everything?",
    answer:
      "First unlink your guardians in the settings. With your own PIN, delete stored sound there once it is a day old. Then remove the app and clear this site's data in the browser. This deletes your recordings too. For what we keep, ask us for a link by mail. It shows what we have about your address, and you can delete it there. A payment's reference, amount and dates stay without your name.",
    link: { href: paths.yourData, label: "See or delete your data" },
  },
  {
    question: "What does your server know about me?",
    answer: `It knows which e-mail address a purchase or a gift belongs to, and stores it encrypted. It gets no PIN or safe word. It gets no recording, unless you choose to send sound to a guardian: then it keeps that for ${soundKeptDays} days, sealed, and cannot open it. It may keep a copy of your contacts. ${contactCopy} If you link a guardian, what they are told goes through our server, encrypted for their browser. If you switch on proof of time, it gets a fingerprint of a recording, from which nothing can be rebuilt. It may have an outside service stamp it with the time, and keeps it for up to 7 days for that.`,
    link: { href: paths.privacy, label: "The whole privacy policy" },
  },
];
