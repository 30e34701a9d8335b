/** What is said about the server's sight of her data is compared with what its endpoints are sent. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contactCopy } from "#content/contact-copy.ts";
import { faq } from "#content/faq.ts";
import { received } from "#wire/received.ts";
import { routes } from "#wire/routes.ts";

/** What the server can do with a field. */
type Sight =
  /** It reads it: the policy has these words about it. */
  | { readonly reads: RegExp }
  /** Another phone's key opens it, or nobody's: it says nothing to the server. */
  | "sealed"
  /** A number, a mark or an address of a push service: nothing about a person. */
  | "plain";

/** Every type that a body has. */
const sights: Readonly<Record<(typeof received)[number][2], Sight>> = {
  ContactName: { reads: /Our server sees the names and numbers/ },
  PhoneNumber: { reads: /Our server sees the names and numbers/ },
  EmailAddress: { reads: /We keep the e-mail address/ },
  MaybeEmailAddress: { reads: /We keep the e-mail address/ },
  PersonalMessage: { reads: /gift's message/ },
  Fingerprint: { reads: /our server gets a fingerprint of a recording/ },
  SealedBytes: "sealed",
  SealedPiece: "sealed",
  Hash: "sealed",
  boolean: "plain",
  number: "plain",
  string: "plain",
};

/** Fields of no type of their own: where pushes go, and what Stripe tells of a payment. */
const strings = [
  "POST /api/watches/claim subscription.auth",
  "POST /api/watches/claim subscription.endpoint",
  "POST /api/watches/claim subscription.p256dh",
  "POST /api/webhooks/stripe",
  "PUT /api/watches/push subscription.auth",
  "PUT /api/watches/push subscription.endpoint",
  "PUT /api/watches/push subscription.p256dh",
];

/** The forms of pages, and what else is posted, with the fields that a person fills in. */
const forms: Readonly<Record<string, readonly RegExp[]>> = {
  "/buy": [/We keep the e-mail address/],
  "/gift/buy": [/We keep the e-mail address/, /gift's message/, /friend's address/],
  "/gift/{code}/activate": [/We keep the e-mail address/],
  "/verify": [/We keep the e-mail address/],
  "/redownload": [/We keep the e-mail address/],
  "/redownload/confirm": [],
  "/your-data": [/We keep the e-mail address/],
  "/your-data/file": [],
  "/your-data/erase": [],
  "/csp-report": [],
};

const file = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
/** A file's words on one line, without marks. */
const words = (text: string) => text.replace(/<[^>]*>|\{" "\}|\*\*/g, "").replace(/\s+/g, " ");

const policy = words(file("src/features/landing/privacy.tsx")).replace(
  "{contactCopy}",
  contactCopy,
);

/** Everything that says who can read what. */
const documents: Readonly<Record<string, string>> = {
  "the privacy policy": policy,
  "the questions": faq.map(({ answer }) => answer).join(" "),
  "the set-up": words(file("src/features/onboarding/setup-wizard.tsx")),
  "the page of her data": words(file("src/features/your-data/held-data.tsx")),
  README: words(file("../README.md")),
  SECURITY: words(file("../SECURITY.md")),
};

/** That nobody but her can read something. */
const exclusive =
  /\b(only|alone)\b[^.]*\b(open|read|hold|holds|has|see|sees)\b|\b(open|opened|read)\b[^.]*\balone\b|\bcan(?:not|'t) (?:read|see|open)\b|\bend-to-end\b/i;
/** What the server reads, in the words of these documents. */
const readable = /\b(contacts?|numbers?|e-?mail|address(?:es)?|gift's message)\b/i;

/** The sentences that say of something which the server reads that nobody else can. */
const falseIn = (text: string) =>
  text
    .split(/(?<=[.!?:;])\s/)
    .filter((sentence) => exclusive.test(sentence) && readable.test(sentence));

describe("what the privacy policy says", () => {
  test("names everything that a body has and the server reads", () => {
    for (const [endpoint, field, type] of received) {
      const sight = sights[type];
      if (typeof sight === "object") expect(policy, `${endpoint} ${field}`).toMatch(sight.reads);
    }
  });

  test("names everything that a form has", () => {
    for (const [path, said] of Object.entries(forms)) {
      for (const claim of said) expect(policy, path).toMatch(claim);
    }
  });

  test("is compared with every field and every form there is", () => {
    const untyped = received.filter(([, , type]) => type === "string");
    expect(untyped.map(([endpoint, field]) => `${endpoint} ${field}`.trim()).sort()).toEqual(
      strings,
    );
    const posted = routes.filter(
      ({ method, path }) => method === "POST" && !path.startsWith("/api/"),
    );
    expect(Object.keys(forms).sort()).toEqual(posted.map(({ path }) => path).sort());
  });
});

test.each(Object.entries(documents))("%s keeps from nobody what the server reads", (_, text) => {
  expect(falseIn(text)).toEqual([]);
});

test.each([
  "It is encrypted with a key that only your browser holds, and the contacts are safe.",
  "A copy of your contacts can be opened by your browser alone.",
  "We cannot read your contacts.",
  "a copy of the contacts, sealed with a key that only the device has",
])("an untrue sentence is found: %s", (sentence) => {
  expect(falseIn(sentence)).toHaveLength(1);
});
