/** Claims about the price: its currency is named wherever it is sold, and what may come on top is said. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { faq } from "#content/faq.ts";
import * as paths from "#content/paths.ts";
import { currency, currencyName, namedPrice, priceInUsd } from "#content/price.ts";
import { showPage, stubServer } from "#test/page.tsx";
import { stubStripe } from "#test/stripe.ts";
import { pages } from "./registry.ts";

test.each(["landing", "subscribe", "checkout", "gift"] as const)(
  "the %s page says that the dollars are those of the USA",
  (page) => {
    stubServer({});
    stubStripe();
    showPage(page);
    const text = document.body.textContent ?? "";
    expect([currencyName, namedPrice].some((words) => text.includes(words))).toBe(true);
  },
);

test.each(["checkout", "gift"] as const)(
  "the %s page names the amount and links the terms and the privacy policy before the payment",
  (page) => {
    stubServer({});
    stubStripe();
    showPage(page);
    expect(document.body.textContent).toContain(`a one-time payment of ${namedPrice}`);
    const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(link("terms")).toBe(paths.terms);
    expect(link("privacy policy")).toBe(paths.privacy);
  },
);

test("the questions tell of a converted amount and of a bank's fee", () => {
  const answers = faq.map(({ answer }) => answer).join(" ");
  expect(answers).toContain(`The amount is ${namedPrice}`);
  expect(answers).toMatch(/bank converts it and may charge a fee/);
});

test("search engines are told the price and its currency", () => {
  const data = JSON.stringify(pages.landing.head.jsonLd);
  expect(data).toContain(`"price":"${priceInUsd.toFixed(2)}","priceCurrency":"${currency}"`);
});
