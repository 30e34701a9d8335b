/**
 * The endpoints of the HTTP API that the client uses. A segment in braces is a parameter, as in the
 * OpenAPI document.
 */
import type { Endpoint } from "#wire/api.ts";

export const access = "/api/access" satisfies Endpoint;
export const contacts = "/api/contacts" satisfies Endpoint;
export const contact = "/api/contacts/{id}" satisfies Endpoint;
export const primaryContact = "/api/contacts/primary" satisfies Endpoint;
export const verifyPurchase = "/api/verify-purchase" satisfies Endpoint;
export const verifyEmail = "/api/verify-email" satisfies Endpoint;
export const createPaymentIntent = "/api/create-payment-intent" satisfies Endpoint;
export const createGiftPaymentIntent = "/api/create-gift-payment-intent" satisfies Endpoint;
export const giftLink = "/api/gift-links/{code}" satisfies Endpoint;
export const activateGiftLink = "/api/gift-links/{code}/activate" satisfies Endpoint;
export const receipts = "/api/receipts" satisfies Endpoint;
export const receiptNonce = "/api/receipts/nonce" satisfies Endpoint;
export const receiptToken = "/api/receipts/token" satisfies Endpoint;
export const watches = "/api/watches" satisfies Endpoint;
export const claimWatch = "/api/watches/claim" satisfies Endpoint;
export const watchItems = "/api/watches/items" satisfies Endpoint;
export const watchPush = "/api/watches/push" satisfies Endpoint;
export const watchTimer = "/api/watches/timer" satisfies Endpoint;
export const watchSounds = "/api/watches/sounds" satisfies Endpoint;
export const watchPieces = "/api/watches/sounds/pieces" satisfies Endpoint;
export const watchPiece = "/api/watches/sounds/pieces/{kind}/{seq}" satisfies Endpoint;
export const watchRecovery = "/api/watches/sounds/recovery" satisfies Endpoint;

/** An endpoint with its parameter filled in, or the first one of several. */
export function withParameter(endpoint: string, value: string): string {
  return endpoint.replace(/\{\w+\}/, encodeURIComponent(value));
}
