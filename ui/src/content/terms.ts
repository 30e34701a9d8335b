/** The terms of a purchase, in plain words. */

import { nationalText } from "./emergency-numbers.ts";
import { namedPrice, refundTime } from "./price.ts";

/** Each is a sentence or two. */
export const terms = [
  `You pay ${namedPrice} once, for lifetime access with free updates on unlimited devices. Nothing renews.`,
  `Within ${refundTime} you can ask for your money back, and you get it.`,
  "A gift link works once and does not expire. If its payment is given back, the link and what was opened with it end.",
  `The app complements the emergency services and never replaces them: call ${nationalText("or")}. It depends on your phone, its network and its permissions, and nobody can promise that it works at every moment: test it.`,
  "Use it to protect yourself or somebody who wants it. Recording other people without their consent can be against the law where you are.",
] as const;
