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

const nothingSeen = (): StripeCalls => ({ keys: [], groups: [], forms: [], returnUrls: [] });

interface Double {
  seen: StripeCalls;
  answer: (result: { error: ProviderError }) => void;
}

/**
 * On the global object, because the provider's package keeps the first double of a process, and a test that loads the
 * project's modules anew makes a second one of this module.
 */
const shared = globalThis as { stripeDouble?: Double };
shared.stripeDouble ??= { seen: nothingSeen(), answer: () => undefined };
const double = shared.stripeDouble;

/** Fails the running payment. */
export function refusePayment(error: ProviderError): void {
  double.answer({ error });
}

function createElement(_type: string, options: unknown) {
  double.seen.forms.push(options);
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
  double.seen.groups.push(options);
  const getElement = () => null;
  return { update: () => undefined, on: () => undefined, getElement, create: createElement };
}

function start(key: string) {
  double.seen.keys.push(key);
  return {
    elements: createGroup,
    confirmPayment: ({ confirmParams }: { confirmParams: { return_url: string } }) => {
      double.seen.returnUrls.push(confirmParams.return_url);
      return new Promise((resolve) => {
        double.answer = resolve;
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
  double.seen = nothingSeen();
  vi.stubGlobal("Stripe", script);
  return double.seen;
}
