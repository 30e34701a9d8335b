/** The states of verifying a purchase by e-mail: form, checking, verified, failed or link sent (spec section 4). */
import type { VerifyData } from "#wire/pages.ts";

/** What the verify and redownload pages show: what the server said, or that it is being asked. */
export type VerifyState = VerifyData | { readonly name: "checking"; readonly email: string };

/** What happened. */
export type VerifyEvent =
  | { readonly type: "submitted"; readonly email: string }
  | { readonly type: "found"; readonly purchaseDate: string | null }
  | { readonly type: "not-found" }
  | { readonly type: "link-sent" }
  | { readonly type: "check-failed"; readonly error: string | null }
  | { readonly type: "another-email-wanted" };

/** An empty form. */
export const emptyForm: VerifyState = { name: "form", email: "", error: null };

/** The state after `event`; an answer that nobody waits for changes nothing. */
export function nextVerifyState(state: VerifyState, event: VerifyEvent): VerifyState {
  if (event.type === "another-email-wanted") return emptyForm;
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
