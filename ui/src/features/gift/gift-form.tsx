/** The form for a gift: two addresses and an optional message. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { EmailField, TextArea } from "#components/form/field.tsx";
import { useErrorFocus } from "#components/form/use-error-focus.ts";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { useHydrated } from "#components/loading.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { textLimits } from "#content/limits.ts";
import { titleOnly } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { giftMessages } from "#content/shop-messages.ts";
import { pendingPurchaseRecord } from "#store/access/gift-records.ts";
import type { GiftData, GiftDetails } from "#wire/pages.ts";
import { areAddressesFilled, giftErrors, noDetails, noGiftErrors, refusedErrors } from "./rules.ts";

type GiftFormProps = {
  /** What the server refused, with what was typed. */
  readonly refused: GiftData | null;
  /** Whether the place of the payment form is shown; the button that opens it is then hidden. */
  readonly isPaying: boolean;
  readonly onChange: () => void;
  /** Null lets the browser post the form, also with script. */
  readonly onContinue: ((typed: GiftDetails) => void) | null;
};

function readDetails(form: HTMLFormElement): GiftDetails {
  const data = new FormData(form);
  const textOf = (name: string): string => String(data.get(name) ?? "");
  return {
    buyerEmail: textOf("buyerEmail"),
    recipientEmail: textOf("recipientEmail"),
    personalMessage: textOf("personalMessage"),
  };
}

/** Fills the fields in which nothing was typed. */
function fillEmpty(form: HTMLFormElement, details: GiftDetails): void {
  for (const name of ["buyerEmail", "recipientEmail", "personalMessage"] as const) {
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
    field.value ||= details[name];
  }
}

/** What is wrong at each field, and what the server refused for another reason. */
function useGiftErrors(form: RefObject<HTMLFormElement | null>, refused: GiftData | null) {
  const atFields = refused && refusedErrors(refused);
  const [errors, setErrors] = useState(atFields ?? noGiftErrors);
  useErrorFocus(form, errors);
  return {
    errors,
    refusal: refused !== null && atFields === null && (
      <Notice tone="bad" role="alert">
        {refused.error}
      </Notice>
    ),
    /** Whether nothing is wrong; what is wrong is shown. */
    check: (typed: GiftDetails): boolean => {
      const wrong = giftErrors(typed);
      setErrors(wrong ?? noGiftErrors);
      // What to do stands at the fields.
      if (!areAddressesFilled(typed)) showToast(titleOnly(giftMessages.missing));
      return wrong === null;
    },
  };
}

/** The fields are uncontrolled, so that what was typed before hydration is not lost. */
export function GiftForm(props: GiftFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const first = props.refused?.details ?? noDetails;
  const [details, setDetails] = useState(first);
  const { errors, refusal, check } = useGiftErrors(form, props.refused);
  const isHydrated = useHydrated();

  useEffect(() => {
    if (form.current === null) return;
    const pending = pendingPurchaseRecord.read();
    if (pending !== null) {
      fillEmpty(form.current, pending);
      // The next gift may be for somebody else.
      pendingPurchaseRecord.write({ ...pending, personalMessage: "" });
    }
    setDetails(readDetails(form.current));
  }, []);

  const change = (event: FormEvent<HTMLFormElement>): void => {
    setDetails(readDetails(event.currentTarget));
    props.onChange();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const typed = readDetails(event.currentTarget);
    const isRight = check(typed);
    if (!isRight || props.onContinue !== null) event.preventDefault();
    if (isRight && !props.isPaying) props.onContinue?.(typed);
  };

  return (
    <form
      ref={form}
      className={layoutClasses.wide}
      method="post"
      action={paths.giftBuy}
      onInput={change}
      onSubmit={submit}
    >
      {refusal}
      <EmailField
        label="Your Email Address"
        hint="We mail the gift link here as well. Your friend gets no mail from us."
        name="buyerEmail"
        defaultValue={first.buyerEmail}
        error={errors.buyerEmail}
      />
      <EmailField
        label="Friend's Email Address"
        hint="We fill it in for your friend, who can change it when activating the gift. We do not write to it."
        name="recipientEmail"
        autoComplete="off"
        defaultValue={first.recipientEmail}
        error={errors.recipientEmail}
      />
      <TextArea
        label="Personal Message (optional)"
        hint="Shown to whoever opens the gift link."
        name="personalMessage"
        rows={3}
        maxLength={textLimits.message}
        defaultValue={first.personalMessage}
      />
      {!props.isPaying && (
        <Button type="submit" disabled={isHydrated && !areAddressesFilled(details)}>
          Continue to Payment
        </Button>
      )}
    </form>
  );
}
