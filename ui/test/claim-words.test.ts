/** Which files hold the words of a claim, and why; when a claim is made is in `claims.test.ts`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));

/** The texts of a file that people may read: what code names things by is one word in small letters. */
function textsOf(path: string): string[] {
  // Without types and comments, and with the text of JSX as strings.
  const { code } = transformSync(readFileSync(path, "utf8"), {
    loader: path.endsWith("x") ? "tsx" : "ts",
    jsx: "automatic",
  });
  const literals = code.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return literals.map((text) => text.slice(1, -1)).filter((text) => /\s|^[A-Z]|[.!]$/.test(text));
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .sort();
const texts = files.map((path) => [path, textsOf(join(src, path))] as const);

/** The files with a text that matches, and these texts. */
function homesOf(claim: RegExp): Record<string, readonly string[]> {
  const found = texts.map(([path, all]) => [path, all.filter((text) => claim.test(text))] as const);
  return Object.fromEntries(found.filter(([, matching]) => matching.length > 0));
}

/** Every file with a text that holds the word, and why it may: it decides, or says something else with it. */
const homes: readonly (readonly [word: RegExp, files: Readonly<Record<string, string>>])[] = [
  [
    /\bconfirmed\b/i,
    {
      "content/shop-messages.ts":
        "a purchase, as the server answered; decided in purchase/machine.ts",
      "features/purchase/verify-panel.tsx":
        "the same purchase, in the state that the machine calls verified",
      "features/emergency/lock/lock-facts.ts": "decides of a message, by what the person said",
      "features/guardians/linked-card.tsx": "not, where the server did not answer",
      "features/guardians/page-rules.ts": "what is not, by what waits",
      "features/guardians/stored-sound.tsx": "not, where the server did not answer",
      "features/playback/checked.ts":
        "decides, by the receipt whose signature and place in the chain were checked",
      "features/playback/package/times.ts": "the name of a value",
      "features/pulse-check/session-message.ts": "decides, by isConfirmed",
      "features/receipts/receipts-choice.tsx": "asks whether times are to be",
      "features/watch/answer-buttons.tsx": "not, where the server did not answer",
    },
  ],
  [
    /\bsent\b/i,
    {
      "content/disguise-choice.ts": "says that nothing is sent by itself",
      "content/heart-monitor.ts": "says that no picture is sent",
      "content/sms-parts.ts": "how a message will be sent",
      "features/emergency/lock/lock-facts.ts":
        "decides, by the report's phase and by what the person said of a message",
      "features/emergency/lock/message-list.tsx": "what the person says of a message",
      "features/guardians/guardian-rules.ts": "the name of a value",
      "features/guardians/linked-card.tsx": "not sent, on the outcome of the request",
      "features/guardians/page-rules.ts": "decides, by what the server has",
      "features/guardians/pairing-rules.ts": "decides, by pairingStep",
      "features/landing/privacy.tsx": "describes the product",
      "features/pulse-check/session-message.ts": "decides, by what the server holds",
      "features/voice/listening/mentions.ts": "a word that people say",
      "features/watch/answer-buttons.tsx": "a guardian's own answer, which the server took",
      "features/watch/lost-rules.ts": "decides, by the places that the server ever had",
      "features/watch/notification-panel.tsx": "what was refused",
      "features/watch/offer-panel.tsx": "asks who sent a link",
      "features/watch/pairing-rules.ts": "decides on the guardian's side",
      "features/watch/paste-link.tsx": "a link that somebody else sent",
      "pages/settings-parts.tsx": "says that nothing is sent by itself",
    },
  ],
  [
    /\bsaved\b/i,
    {
      "content/messages.ts": "the words; content/saved-words.ts and closed-rules.ts decide",
      "content/saved-words.ts": "not saved yet",
      "features/contacts/contact-card.tsx": "no contact is saved",
      "features/contacts/contact-panel.tsx": "offers what the server kept",
      "features/emergency/ended/ended-rules.ts": "says what closedClaim decided",
      "features/emergency/lock/emergency-box.tsx": "is being saved",
      "features/emergency/lock/lock-facts.ts": "not saved, by recordingClaim and unsavedText",
      "features/emergency/lock/message-list.tsx": "no contact, or a number that is kept",
      "features/playback/recording-words.ts": "not saved yet",
      "features/guardians/guardians-section.tsx": "explains the words of a session",
      "features/pulse-check/session-card.tsx": "not saved yet",
      "features/settings/transfer/transfer-words.ts": "what the settings hold",
      "features/settings/transfer/taken-over-notice.tsx": "what the settings hold",
    },
  ],
  [
    /\b((control|monitoring|activation|listening)( is)?|sound is|notifications are) on\b/i,
    {
      "features/landing/privacy.tsx": "explains listening",
      "features/watch/notification-rules.ts": "decides, by what the server says of its pushes",
      "features/watch/sound-switch.tsx": "decides, by what the browser allowed",
      "features/onboarding/setup-summary.tsx": "asks to switch it on",
      "features/onboarding/setup-wizard.tsx": "asks to switch it on",
      "features/voice/listening/status.ts": "decides, by voiceStatus",
      "pages/settings-parts.tsx": "asks to switch it on",
    },
  ],
  [
    /\blinked\b/i,
    {
      "features/guardians/guardian-rules.ts": "decides, by what the server knows",
      "features/pulse-check/session-message.ts": "no longer linked",
      "sync/guardian-outbox.ts": "an error for the log",
    },
  ],
  [/\bunchanged\b/i, { "features/playback/checked.ts": "decides, by the check of the chain" }],
];

test.each(homes)("%s stands in no other text of the client", (word, files) => {
  expect(Object.keys(homesOf(word)).sort()).toEqual(Object.keys(files).sort());
});

test("the search sees texts of every kind, and neither comments nor names", () => {
  expect(homesOf(/^Unlinked$/)).toHaveProperty(["content/messages.ts"]);
  expect(homesOf(/^Purchase confirmed for: $/)).toHaveProperty([
    "features/purchase/verify-panel.tsx",
  ]);
  expect(homesOf(/Which files hold the words/)).toEqual({});
});

/** Files that speak of a place otherwise. */
const otherPlaces = {
  "content/sms-parts.ts": "how long a message is that has one",
  "features/landing/alternatives.tsx": "what other products show",
};

test("no text promises that the place is found", () => {
  const places = homesOf(
    /\bwhere (?:you|they) are\b|\bwith (?:your|a) location\b|\bsee where,|\bsee the last place\b/i,
  );
  const promises = Object.entries(places).filter(([, all]) =>
    all.some((text) => !/\b(?:if|can|cannot|not)\b/.test(text)),
  );
  expect(promises.map(([path]) => path)).toEqual(Object.keys(otherPlaces));
});
