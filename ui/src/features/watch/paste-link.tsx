/** The field for a link: an installed page on an iPhone starts without the one that was opened. */
import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import { parseLink } from "#seal/link.ts";

/** Calls `onLink` with a text that is a link. */
export function PasteLink({ onLink }: { readonly onLink: (text: string) => void }) {
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const { kind } = parseLink(text);
  const problem = {
    offer: null,
    none: "This is no whole link. Copy all of it.",
    "other-version": "This link was made by another version of the app. Ask for a new one.",
  }[kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (kind === "offer") onLink(text);
  };
  return (
    <Panel title="Open a link">
      <form className={layoutClasses.stack} onSubmit={submit} noValidate>
        <p className={textClasses.soft}>
          To use a code, point your phone's camera app at it and open the link that appears. If
          someone sent you a link, or you copied one for an installed page, paste it here.
        </p>
        <Field
          label="Link"
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          error={isTried ? problem : null}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" tone="secondary">
          Open
        </Button>
      </form>
    </Panel>
  );
}
