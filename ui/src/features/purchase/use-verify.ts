/** Verifies a purchase by e-mail for the verify and redownload pages. */
import { useReducer } from "react";
import { verifyEmail, verifyPurchase } from "#api/access.ts";
import { sentenceOf } from "#api/client.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { type Message, messageText, titleOnly } from "#content/messages.ts";
import { purchaseMessages } from "#content/shop-messages.ts";
import { verificationRecord } from "#store/access/access.ts";
import { noFacts, type PurchaseFacts, purchaseRecordOf, verificationRecordOf } from "./access.ts";
import { checkRedownloadEmail, checkVerifyEmail } from "./email-rules.ts";
import { nextVerifyState, type VerifyState } from "./machine.ts";
import { keepPurchase } from "./settle-claim.ts";

/** The page: the two use different endpoints and messages. */
export type VerifyKind = "verify" | "redownload";

/** The result for an address; `facts` is null without a purchase. */
type Outcome = { readonly facts: PurchaseFacts | null; readonly isLinkSent: boolean };

type Plan = {
  readonly check: (email: string) => Message | null;
  readonly ask: (email: string) => Promise<Outcome>;
  readonly source: "verification" | "redownload_verification";
  readonly notFound: Message;
  readonly failed: Message;
};

const plans: Record<VerifyKind, Plan> = {
  verify: {
    check: checkVerifyEmail,
    ask: async (email) => {
      const { verified, sent, purchaseDate, isGift, verificationCount } =
        await verifyPurchase(email);
      const facts = { ...noFacts, email, purchaseDate, isGift, verificationCount };
      return { facts: verified ? facts : null, isLinkSent: sent };
    },
    source: "verification",
    notFound: purchaseMessages.notFound,
    failed: purchaseMessages.verificationError,
  },
  redownload: {
    check: checkRedownloadEmail,
    ask: async (email) => {
      const { verified, hasPurchased, purchaseDate, sent } = await verifyEmail(email);
      const facts = { ...noFacts, email, purchaseDate };
      return { facts: verified && hasPurchased ? facts : null, isLinkSent: sent };
    },
    source: "redownload_verification",
    notFound: purchaseMessages.emailNotFound,
    failed: purchaseMessages.verificationFailed,
  },
};

/** The page's state and its callbacks. */
export type Verify = {
  readonly state: VerifyState;
  readonly submit: (typed: string) => void;
  readonly tryAnotherEmail: () => void;
};

/** Starts in `first`, which the server rendered. */
export function useVerify(kind: VerifyKind, first: VerifyState): Verify {
  const plan = plans[kind];
  const [state, dispatch] = useReducer(nextVerifyState, first);

  const settle = (email: string, { facts, isLinkSent }: Outcome): void => {
    if (facts !== null) {
      verificationRecord.write(verificationRecordOf(email, new Date()));
      keepPurchase(purchaseRecordOf(facts, plan.source));
      dispatch({ type: "found", purchaseDate: facts.purchaseDate });
    } else if (isLinkSent) {
      dispatch({ type: "link-sent" });
    } else {
      showToast(plan.notFound);
      dispatch({ type: "not-found" });
    }
  };

  const submit = (typed: string): void => {
    const wrong = plan.check(typed);
    if (wrong !== null) {
      // What to do stands at the field.
      showToast(titleOnly(wrong));
      dispatch({ type: "refused", email: typed, error: messageText(wrong) });
      return;
    }
    const email = typed.trim();
    dispatch({ type: "submitted", email });
    plan.ask(email).then(
      (outcome) => settle(email, outcome),
      (error: unknown) => {
        showToast(plan.failed);
        dispatch({ type: "check-failed", error: sentenceOf(error) });
      },
    );
  };

  return { state, submit, tryAnotherEmail: () => dispatch({ type: "another-email-wanted" }) };
}
