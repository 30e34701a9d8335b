/** Leads the person from a form that was refused to the field that is wrong. */
import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to the form's first field with an error after each new `answer`; one that the server sent with the page has
 * it by `autofocus`.
 */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>, answer: unknown): void {
  const seen = useRef(answer);
  useEffect(() => {
    if (seen.current === answer) return;
    seen.current = answer;
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, answer]);
  useEffect(() => {
    // The page shows its own messages, at the fields. Without script the browser shows its.
    if (form.current !== null) form.current.noValidate = true;
  }, [form]);
}
