/**
 * The requests that begin a card payment. Small, because the first script of the checkout sends one before the page's code
 * is there: on a slow line that is a second earlier.
 */
import * as endpoints from "#content/endpoints.ts";
import { keepEarlyAnswer, takeEarlyAnswer } from "#platform/page/early-answer.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import type { CreatePaymentRequest } from "#wire/api.ts";
import { post } from "./client.ts";

/** The lock of the request that starts a payment. */
const LOCK = "payment";

/**
 * Sends what begins a payment. One tab at a time: the first response sets the device cookie, by which the server finds the
 * same payment for the next tab.
 */
export async function askForPayment(endpoint: string, body: unknown): Promise<Response> {
  let response: Response | null = null;
  await whileHolding(LOCK, async () => {
    response = await post(endpoint, body);
  });
  if (response === null) throw new TypeError("The page was left.");
  return response;
}

function askForBuyer(email: string): Promise<Response> {
  const body: CreatePaymentRequest = { email };
  return askForPayment(endpoints.createPaymentIntent, body);
}

/** Asks for the buyer's payment, for the scripts that come later. */
export function askForPaymentEarly(email: string): void {
  keepEarlyAnswer({ subject: email, response: askForBuyer(email) });
}

/** The response for the buyer's payment: that which was asked for early, once, or a new one. */
export function takePayment(email: string): Promise<Response> {
  return takeEarlyAnswer(email) ?? askForBuyer(email);
}
