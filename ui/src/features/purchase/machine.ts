/** The machine for verifying a purchase by e-mail. */
import type { VerifyData } from "#wire/pages.ts";

/** What the server said, or that a request is running. */
export type VerifyState = VerifyData | { readonly name: "checking"; readonly email: string };

/** The events. */
export type VerifyEvent =
  | { readonly type: "refused"; readonly email: string; readonly error: string }
  | { readonly type: "submitted"; readonly email: string }
  | { readonly type: "found"; readonly purchaseDate: string | null }
  | { readonly type: "not-found" }
  | { readonly type: "link-sent" }
  | { readonly type: "check-failed"; readonly error: string | null }
  | { readonly type: "another-email-wanted" };

/** An empty form. */
export const emptyForm: VerifyState = { name: "form", email: "", error: null };

/** The state after `event`; an unexpected answer changes nothing. */
export function nextVerifyState(state: VerifyState, event: VerifyEvent): VerifyState {
  if (event.type === "another-email-wanted") return emptyForm;
  if (event.type === "refused") {
    return state.name === "form" ? { name: "form", email: event.email, error: event.error } : state;
  }
  if (event.type === "submitted") {
    return state.name === "form" ? { name: "checking", email: event.email } : state;
  }
  if (state.name !== "checking") return state;
  const { email } = state;
  switch (event.type) {
    case "found":
      return { name: "verified", email, purchaseDate: event.purchaseDate };
    case "not-found":
      return { name: "failed" };
    case "link-sent":
      return { name: "sent" };
    case "check-failed":
      return { name: "form", email, error: event.error };
  }
}
