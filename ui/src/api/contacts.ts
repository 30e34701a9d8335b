/** The endpoints for this device's contact copies. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import type { ChangeContactRequest, ContactResponse, CreateContactRequest } from "#wire/api.ts";
import { request } from "./client.ts";

/** The fields of a contact copy that the app shows. */
type ServerContact = Pick<ContactResponse, "id" | "name" | "phoneNumber">;

const schema = v.object({
  id: v.string(),
  name: v.string(),
  phoneNumber: v.string(),
}) satisfies v.GenericSchema<unknown, ServerContact>;

/** The primary contact, or null when this device has saved none. */
export async function getPrimaryContact(): Promise<ServerContact | null> {
  return v.parse(v.nullable(schema), await request(endpoints.primaryContact));
}

/** Saves a contact; the server chooses its slot by `isPrimary`. */
export async function createContact(body: CreateContactRequest): Promise<void> {
  await request(endpoints.contacts, "POST", body);
}

/** Changes a contact. The server answers 404 when it is not this device's. */
export async function updateContact(id: string, body: ChangeContactRequest): Promise<void> {
  await request(endpoints.withParameter(endpoints.contact, id), "PATCH", body);
}
