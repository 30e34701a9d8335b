/** The endpoints of a gift link. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { giftMessages, linkUnreachable } from "#content/shop-messages.ts";
import type { ActivateRequest, GiftLinkResponse } from "#wire/api.ts";
import { ApiError, request } from "./client.ts";

const schema = v.object({
  recipientEmail: v.string(),
  personalMessage: v.nullish(v.string(), null),
}) satisfies v.GenericSchema<unknown, GiftLinkResponse>;

/** The endpoint of a gift link. */
export function giftLinkPath(linkCode: string): string {
  return endpoints.withParameter(endpoints.giftLink, linkCode);
}

/** Looks a link up. Throws `ApiError`. */
export async function readGiftLink(linkCode: string): Promise<GiftLinkResponse> {
  return v.parse(schema, await request(giftLinkPath(linkCode)));
}

/** Redeems a gift link for this device. Throws `ApiError`. */
export async function activateGiftLink(linkCode: string, email: string): Promise<void> {
  const body: ActivateRequest = { email };
  await request(endpoints.withParameter(endpoints.activateGiftLink, linkCode), "POST", body);
}

/** The message for a failed look-up: not found, expired or used if the server said so, else unreachable. */
export function linkErrorText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 429 || 500 <= error.status) {
    return linkUnreachable;
  }
  return error.status === 404 ? giftMessages.linkNotFound : giftMessages.linkGone;
}

/** Whether the server refused the link for good, so that a retry is pointless. */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** Whether the link was there once and is used or revoked. */
export function isLinkUsed(error: unknown): boolean {
  return error instanceof ApiError && error.status === 410;
}
