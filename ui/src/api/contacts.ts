/** The sealed copy of the contacts that the server keeps for this device. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { call } from "./client.ts";

const contact = v.object({ id: v.string(), name: v.string(), phoneNumber: v.string() });

/** A contact as the server gives it. */
export type ServerContact = v.InferOutput<typeof contact>;

/** What is written. */
export interface ContactBody {
  readonly name: string;
  readonly phoneNumber: string;
  readonly isPrimary: boolean;
  readonly contactOrder?: number;
}

/** The first key element is the address, as everywhere in the cache. */
export const primaryContactKey = [endpoints.primaryContact] as const;

/** The primary contact, or null for a device that saved none. */
export async function getPrimaryContact(): Promise<ServerContact | null> {
  return v.parse(v.nullable(contact), await call(primaryContactKey[0]));
}

/** Saves a contact in the slot that its role gives it. */
export async function createContact(body: ContactBody): Promise<void> {
  await call(endpoints.contacts, "POST", body);
}

/** Changes a contact; 404 when it is not this device's. */
export async function updateContact(id: string, body: ContactBody): Promise<void> {
  await call(endpoints.withParameter(endpoints.contact, id), "PATCH", body);
}
