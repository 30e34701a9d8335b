/** Claims about lists that pages have as the server sends them: what is offered, how it works, and whom to call. */
import { expect, test } from "vitest";
import { payloadOf } from "#test/payload.ts";
import type { PageData, PageName } from "#wire/pages.ts";
import { render } from "../entry-server.tsx";

function htmlOf<Name extends PageName>(page: Name, data: PageData[Name] | null = null) {
  const root = document.createElement("div");
  root.innerHTML = render(JSON.stringify(payloadOf(page, data)));
  return root;
}

const listsOf = (root: Element) =>
  [...root.querySelectorAll("ul, ol")].map((list) =>
    [...list.children].map(({ textContent }) => textContent),
  );

const lasting = ["Lifetime access", "Free updates", "Unlimited devices"];
const moneyBack = "30-day money-back guarantee";
const link = "https://example.org/gift/abc";
const gift = { recipientEmail: "f@b.co", personalMessage: null };

test.each([
  [
    "the price",
    htmlOf("landing"),
    [lasting[0], /^No subscription/, ...lasting.slice(1), moneyBack],
  ],
  ["a purchase", htmlOf("download-success", { name: "own" }), [...lasting, moneyBack]],
  [
    "a gift that was bought",
    htmlOf("download-success", { name: "gift", giftLink: link, recipientEmail: null }),
    [...lasting, moneyBack],
  ],
  [
    "the payment",
    htmlOf("checkout"),
    ["One-time payment", "No recurring charges", /^Secured by /, moneyBack],
  ],
  [
    "the purchase page",
    htmlOf("subscribe"),
    [/^Emergency button/, /^Voice/, /^Audio recording/, /^Lock screen/, /disguise$/, /contacts$/],
  ],
  [
    "a gift that was received",
    htmlOf("gift-redeem", { name: "available", gift, error: null }),
    [/^Voice activation/, /^SMS alerts/, /^GPS location/, /^Audio recording/, /disguise$/],
  ],
  ["how a gift works", htmlOf("gift"), [/email address/, /^Pay once/, /link/, /activates/]],
  [
    "what comes next",
    htmlOf("download-success", { name: "own" }),
    [/^Install/, /up to 2 trusted contacts/, /voice activation with a safe word/, /^Test/],
  ],
  [
    "how the app is installed",
    htmlOf("payment-success", { name: "verified", email: null }),
    [/Install App Now$/, /menu/, /Add to Home screen/, /heart icon$/],
  ],
  [
    "what is set up first",
    htmlOf("paypal-success", { name: "verified", email: null }),
    [/trusted contacts$/, /safe word/, /own PIN$/, /test emergency$/],
  ],
  [
    "what to try where no purchase is found",
    htmlOf("redownload", { name: "failed" }),
    [/^Check the address/, /^Try another email/, /as a gift$/, /^Contact support/],
  ],
  [
    "how an emergency works",
    htmlOf("home"),
    [/^Press button/, /^Location detection/, /^SMS prepared/],
  ],
])("%s has its list", (_what, page, items) => {
  expect(listsOf(page)).toContainEqual(
    items.map((item) => (item instanceof RegExp ? expect.stringMatching(item) : item)),
  );
});

const landing = htmlOf("landing");

test("the landing page has help in Australia and the USA, and each link leads to its own number", () => {
  const links = [...landing.querySelectorAll("#resources a[href]")];
  expect(
    links.map((one) => [one.querySelector("b")?.textContent, one.getAttribute("href")]),
  ).toEqual([
    ["000", "tel:000"],
    ["112", "tel:112"],
    ["1800 737 732", "tel:1800737732"],
    ["13 11 14", "tel:131114"],
    ["911", "tel:911"],
    ["1-800-799-7233", "tel:+18007997233"],
    ["988", "tel:988"],
    ["Text HOME to 741741", "sms:741741?body=HOME"],
  ]);
});

test.each(["payment-success", "paypal-success"] as const)(
  "after a payment the page %s says how to install, set up and stay discreet, and who got the card",
  (page) => {
    const titles = [...htmlOf(page, { name: "verified", email: null }).querySelectorAll("h2")];
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      ...["Installation", "Set it up", "Stay discreet", "Secure transaction", "Need Help?"],
    ]);
  },
);

test("the landing page previews five screens", () => {
  const titles = [...landing.querySelectorAll("#preview [aria-roledescription] h3")];
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    "Stealth heart-rate monitor",
    "Voice activation",
    "Emergency lockdown",
    "Emergency contacts",
    "Settings",
  ]);
});
