/** The sealed copy of the contacts that the server keeps for this device. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import type { ChangeContactRequest, ContactResponse, CreateContactRequest } from "#wire/api.ts";
import { call } from "./client.ts";

/** What the app shows of a contact that the server keeps. */
type ServerContact = Pick<ContactResponse, "id" | "name" | "phoneNumber">;

const schema = v.object({
  id: v.string(),
  name: v.string(),
  phoneNumber: v.string(),
}) satisfies v.GenericSchema<unknown, ServerContact>;

/** The first key element is the address, as everywhere in the cache. */
export const primaryContactKey = [endpoints.primaryContact] as const;

/** The primary contact, or null for a device that saved none. */
export async function getPrimaryContact(): Promise<ServerContact | null> {
  return v.parse(v.nullable(schema), await call(primaryContactKey[0]));
}

/** Saves a contact in the slot that its role gives it. */
export async function createContact(body: CreateContactRequest): Promise<void> {
  await call(endpoints.contacts, "POST", body);
}

/** Changes a contact; 404 when it is not this device's. */
export async function updateContact(id: string, body: ChangeContactRequest): Promise<void> {
  await call(endpoints.withParameter(endpoints.contact, id), "PATCH", body);
}
