/** The place of the card form while there is none: the same frame and the same button, so that nothing moves. */
import type { ReactNode } from "react";
import { Button } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Spinner } from "#components/spinner.tsx";
import { CardFrame, MissingNotice } from "./card-frame.tsx";

type FormPlaceProps = {
  /** The words of the button that will pay. */
  readonly label: string;
  /** What is said in the form's place. */
  readonly children: ReactNode;
};

function FormPlace({ label, children }: FormPlaceProps) {
  return (
    <div className={layoutClasses.stack}>
      <CardFrame>{children}</CardFrame>
      <Button disabled>{label}</Button>
    </div>
  );
}

/** The payment or the form is being prepared; `words` say what is going on. */
export function WaitingForm({ words, label }: { readonly words: string; readonly label: string }) {
  return (
    <FormPlace label={label}>
      <Spinner label={words} />
    </FormPlace>
  );
}

type MissingFormProps = {
  /** Why there is no form, in a sentence. */
  readonly reason: string;
  readonly label: string;
  readonly onRetry?: () => void;
};

/** There is no form; with `onRetry` there is a button that tries again. */
export function MissingForm({ reason, label, onRetry }: MissingFormProps) {
  return (
    <FormPlace label={label}>
      <MissingNotice role="alert" reason={reason} onRetry={onRetry} />
    </FormPlace>
  );
}
