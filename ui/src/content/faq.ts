/** What people ask before they dare to buy; the page and its structured data are made from it. */

import { contactCopy } from "./contact-copy.ts";
import { mailSubjects } from "./mail-subjects.ts";
import * as paths from "./paths.ts";
import { namedPrice, refundTime } from "./price.ts";

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
    answer: `One line with the seller's name, which you can read before you pay, beside the price and at the checkout. The amount is ${namedPrice}: a card in another currency shows it converted, and some banks add a fee for that, perhaps on a line of its own. Nothing renews; only money that you ask back makes another line.`,
    link: { href: paths.terms, label: "The name on the statement" },
  },
  {
    question: "Which e-mails do I get?",
    answer: `One after you pay, with the subject "${mailSubjects.purchase}", or "${mailSubjects.gift}" for a gift. One called "${mailSubjects.link}" only when you ask for a link yourself. They speak of a heart rate monitor and of nothing else. There is no newsletter, and the person to whom you give it gets no mail.`,
    link: { href: paths.redownload, label: "Ask for a link" },
  },
  {
    question: "What does it look like on the phone?",
    answer: `A heart, and under it a name that ends in "Heart Rate Monitor"; some phones cut it short. It measures a pulse with a fingertip on the camera, should somebody try it. It is in no app store and on no store's list of purchases. The browser's history, its site permissions and the app's details still name this site's address.`,
    link: { href: `${paths.privacy}#device`, label: "What your device still shows" },
  },
  {
    question: "Does it work on iPhone and on Android?",
    answer:
      "On both, and on a computer. On an iPhone put it on the home screen before you set it up, because it starts empty there, and train a phrase of your own: an installed app cannot use the iPhone's speech recognition.",
    link: { href: paths.heartMonitor, label: "Try it on your phone" },
  },
  {
    question: "Does it work with the screen off?",
    answer:
      "No. It listens and records only while it is open on your screen, and keeps the screen on while it listens. If the phone ends it, what was recorded until then is kept.",
    link: { href: paths.voice, label: "Voice settings" },
  },
  {
    question: "What if there is no signal?",
    answer:
      'Once the app was opened on this phone, the lock, the recording and the prepared message need no internet. A text message leaves when your phone has a network and you press send. Without a location the text says "Location unavailable".',
    link: { href: paths.home, label: "Look at the emergency screen" },
  },
  {
    question: "Can I get my money back?",
    answer: `Yes, for ${refundTime}. Write to us and it goes back to the same card, whose statement shows it. The app then becomes the free preview again; what is on your phone stays there.`,
    link: { href: paths.support, label: "Write to us" },
  },
  {
    question: "How do I erase everything?",
    answer:
      "On the phone, remove the app and clear this site's data in the browser; recordings go with it. With us, a link in your mailbox shows what we keep about your address and deletes it. A payment's reference, amount and dates stay without your name.",
    link: { href: paths.yourData, label: "See or delete your data" },
  },
  {
    question: "What does your server know about me?",
    answer: `That a purchase or a gift belongs to an e-mail address, which is stored encrypted. It gets no recording, PIN or safe word. It may keep a copy of your contacts. ${contactCopy} If you link a guardian, what they are told passes through it, encrypted for their browser.`,
    link: { href: paths.privacy, label: "The whole privacy policy" },
  },
];
