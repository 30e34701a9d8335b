/** A test double of the payment provider's script. */
import { vi } from "vitest";

type ProviderError = { readonly type: string; readonly message: string | undefined };

/** What the page passed to the provider. */
export type StripeCalls = {
  readonly keys: string[];
  readonly groups: unknown[];
  readonly forms: unknown[];
  readonly returnUrls: string[];
};

let seen: StripeCalls = { keys: [], groups: [], forms: [], returnUrls: [] };
let answer: (result: { error: ProviderError }) => void = () => undefined;

/** Fails the running payment. */
export function refusePayment(error: ProviderError): void {
  answer({ error });
}

function createElement(_type: string, options: unknown) {
  seen.forms.push(options);
  const handlers = new Map<string, (event: unknown) => void>();
  return {
    on: (name: string, handler: (event: unknown) => void) => void handlers.set(name, handler),
    off: () => undefined,
    update: () => undefined,
    destroy: () => undefined,
    mount: () => queueMicrotask(() => handlers.get("ready")?.({ elementType: "payment" })),
  };
}

function createGroup(options: unknown) {
  seen.groups.push(options);
  const getElement = () => null;
  return { update: () => undefined, on: () => undefined, getElement, create: createElement };
}

function start(key: string) {
  seen.keys.push(key);
  return {
    elements: createGroup,
    confirmPayment: ({ confirmParams }: { confirmParams: { return_url: string } }) => {
      seen.returnUrls.push(confirmParams.return_url);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    _registerWrapper: () => undefined,
  };
}
const script = Object.assign(start, { version: "endive" });

/** Installs the double as the global that the script would set. */
export function stubStripe(): StripeCalls {
  seen = { keys: [], groups: [], forms: [], returnUrls: [] };
  vi.stubGlobal("Stripe", script);
  return seen;
}
