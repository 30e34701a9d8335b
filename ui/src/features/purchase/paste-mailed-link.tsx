/**
 * The field for the link of a mail. A mail's link opens in the browser; an app on an iPhone's home screen has cookies of
 * its own and never sees it.
 */
import { Button } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import * as paths from "#content/paths.ts";

/** The browser posts the form, with and without script; the response sets this device's cookie. */
export function PasteMailedLink() {
  return (
    <form className={layoutClasses.wide} method="post" action={paths.redownloadConfirm}>
      <p>
        For an app on an iPhone's home screen, copy the link in the mail and paste it in the app.
      </p>
      <Field
        label="Link from the email"
        name="token"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" tone="secondary">
        Use This Link
      </Button>
    </form>
  );
}
