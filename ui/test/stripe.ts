/** Stands in for the card payment provider's script in component tests. */
import { vi } from "vitest";

type ProviderError = { readonly type: string; readonly message: string | undefined };

/** What the page asked of the provider. */
export type StandInStripe = {
  readonly keys: string[];
  readonly groups: unknown[];
  readonly forms: unknown[];
  readonly returnUrls: string[];
};

let seen: StandInStripe = { keys: [], groups: [], forms: [], returnUrls: [] };
let answer: (result: { error: ProviderError }) => void = () => undefined;

/** Lets the payment that is going on fail. */
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

/** Puts the stand-in where the script would put itself; the loader keeps the first one it finds. */
export function standInStripe(): StandInStripe {
  seen = { keys: [], groups: [], forms: [], returnUrls: [] };
  vi.stubGlobal("Stripe", script);
  return seen;
}
