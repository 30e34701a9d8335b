/** What the server says about a checkout that was tried before. */
import { nullable, object, parse, string } from "valibot";

const schema = object({ email: nullable(string()), error: nullable(string()) });

/** The address that was entered and what was wrong with it. */
export type CheckoutData = { readonly email: string | null; readonly error: string | null };

/** Parses the page's data. */
export function parseCheckoutData(data: unknown): CheckoutData {
  return parse(schema, data);
}
