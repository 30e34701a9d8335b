/**
 * Every endpoint of the HTTP API that the client asks, each written once. A segment in braces is a
 * parameter, as in the OpenAPI document.
 */

export const access = "/api/access";
export const contacts = "/api/contacts";
export const contact = "/api/contacts/{id}";
export const primaryContact = "/api/contacts/primary";
export const verifyPurchase = "/api/verify-purchase";
export const verifyEmail = "/api/verify-email";
export const createPaymentIntent = "/api/create-payment-intent";
export const createGiftPaymentIntent = "/api/create-gift-payment-intent";
export const giftLink = "/api/gift-links/{code}";
export const activateGiftLink = "/api/gift-links/{code}/activate";

/** An endpoint with its parameter filled in. */
export function withParameter(endpoint: string, value: string): string {
  return endpoint.replace(/\{\w+\}/, encodeURIComponent(value));
}
