/** The calls about a gift link (spec section 7). */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { giftMessages } from "#content/messages.ts";
import { linkUnreachable } from "#content/shop-messages.ts";
import type { ActivateRequest, GiftLinkResponse } from "#wire/api.ts";
import { ApiError, call } from "./client.ts";

const schema = v.object({
  recipientEmail: v.string(),
  personalMessage: v.nullish(v.string(), null),
}) satisfies v.GenericSchema<unknown, GiftLinkResponse>;

/** The address of a link's data, which is also its key in the query cache. */
export function giftLinkPath(linkCode: string): string {
  return endpoints.withParameter(endpoints.giftLink, linkCode);
}

/** Looks a link up. Throws `ApiError`. */
export async function readGiftLink(linkCode: string): Promise<GiftLinkResponse> {
  return v.parse(schema, await call(giftLinkPath(linkCode)));
}

/** Activates a link for this device; the answer's body is not used. Throws `ApiError`. */
export async function activateGiftLink(linkCode: string, email: string): Promise<void> {
  const body: ActivateRequest = { email };
  await call(endpoints.withParameter(endpoints.activateGiftLink, linkCode), "POST", body);
}

/** What is said about a link that could not be looked up: unknown, or expired or used, if the server said so. */
export function linkErrorText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 429 || 500 <= error.status) {
    return linkUnreachable;
  }
  return error.status === 404 ? giftMessages.linkNotFound : giftMessages.linkGone;
}

/** Whether the server refused the link for good, so that another try makes no sense. */
export function isLinkRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}
