/** Leads the person to the field that is wrong. */
import { afterPaint } from "#platform/page/idle.ts";

/** Moves the focus to the first field of a form that is marked as wrong, and scrolls to it, once its error is there. */
export function focusFirstError(form: HTMLElement): void {
  afterPaint(() => {
    const field = form.querySelector<HTMLElement>("[aria-invalid]");
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  });
}
