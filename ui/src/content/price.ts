/** What the product costs, and for how long the money is given back, as the texts say it. */
import { price, refundDays } from "#wire/offer.ts";

/** The price as the specification's texts write it. */
export const priceLabel = price.label;

/** The price in US dollars. */
export const priceInUsd = price.cents / 100;

/** ISO 4217. */
export const { currency } = price;

/** What `$` stands for, beside a price whose words are the specification's: in Australia it is another currency. */
export const currencyName = "US dollars";

/** The price with its currency. */
export const namedPrice = price.named;

/** How long the money can be asked back. */
export const refundTime = `${refundDays} days`;

/** The refund promise. */
export const moneyBack = `${refundDays}-day money-back guarantee`;
