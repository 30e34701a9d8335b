/** Copies the settings for the installed app, as a sealed text. Loaded lazily; the page asks for the code. */
import { type ReactNode, useState } from "react";
import { Button } from "#components/button.tsx";
import { TextArea } from "#components/form/field.tsx";
import { Panel } from "#components/layout/card.tsx";
import { Notice } from "#components/layout/notice.tsx";
import textClasses from "#components/text.module.css";
import { TAKE_ALONG } from "#content/settings-words.ts";
import { copyComingText } from "#platform/clipboard.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { EmptyClipboard } from "./empty-clipboard.tsx";
import { transferText } from "./taking-over.ts";
import classes from "./transfer.module.css";
import { isNothing, type Transferred, transferableOf, unfit } from "./transfer-rules.ts";
import { goesText, PASTE, RISK_TEXT, STAYS_TEXT, unfitText } from "./transfer-words.ts";

type CopySettingsProps = {
  /** In place of everything, where nothing was set up. */
  readonly otherwise?: ReactNode;
};

/** Says what goes along and what does not, then copies it on a tap. */
export function CopySettings({ otherwise = null }: CopySettingsProps) {
  const settings = settingsRecord.use();
  const goes = transferableOf(settings);
  if (isNothing(goes)) return otherwise;
  return (
    <div className={classes.stack}>
      <p>{goesText(goes)}</p>
      {unfit(settings).map((what) => (
        <Notice key={what}>{unfitText(what)}</Notice>
      ))}
      <p className={textClasses.note}>{STAYS_TEXT}</p>
      <p className={textClasses.note}>{RISK_TEXT}</p>
      <CopyButton goes={goes} />
    </div>
  );
}

/** The outcome of a tap: the text itself where the browser does not copy; none where it cannot seal. */
type Outcome =
  | { readonly kind: "copied" }
  /** Taken off the clipboard again. */
  | { readonly kind: "emptied" }
  | { readonly kind: "refused"; readonly text: string }
  | { readonly kind: "failed" };

function CopyButton({ goes }: { readonly goes: Transferred }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const copy = async () => {
    // What was said of the copy before holds no more.
    setOutcome(null);
    const text = transferText(goes);
    const isCopied = await copyComingText(text);
    const made = await text.catch(() => null);
    if (isCopied) setOutcome({ kind: "copied" });
    else setOutcome(made === null ? { kind: "failed" } : { kind: "refused", text: made });
  };
  return (
    <>
      <Button tone="secondary" onClick={() => void copy()}>
        {outcome?.kind === "copied" ? "Copy again" : "Copy my settings"}
      </Button>
      {outcome?.kind === "copied" && (
        <Notice tone="good" role="status">
          Copied. Open the app from your home screen within an hour, and press "{PASTE}" in its
          set-up or settings.
        </Notice>
      )}
      {(outcome?.kind === "copied" || outcome?.kind === "emptied") && (
        <EmptyClipboard onEmptied={() => setOutcome({ kind: "emptied" })} />
      )}
      {outcome?.kind === "failed" && (
        <Notice tone="bad" role="alert">
          This browser could not seal the settings. Set the app up by hand.
        </Notice>
      )}
      {outcome?.kind === "refused" && (
        <TextArea
          label="The line to copy"
          error="This browser did not copy it. Mark the whole line and copy it by hand."
          rows={4}
          readOnly
          value={outcome.text}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}

/** The copy in a card of its own; nothing where nothing goes along. */
export function CopyCard() {
  if (isNothing(transferableOf(settingsRecord.use()))) return null;
  return (
    <Panel title={TAKE_ALONG}>
      <CopySettings />
    </Panel>
  );
}
