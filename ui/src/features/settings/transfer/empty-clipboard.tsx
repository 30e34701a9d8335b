/** The button that takes the text off the clipboard. */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import textClasses from "#components/text.module.css";
import { emptyClipboard } from "#platform/clipboard.ts";
import { GONE_TEXT } from "./transfer-words.ts";

const outcomes = {
  emptied: GONE_TEXT,
  refused: "The clipboard could not be emptied. Copy any other text to replace it.",
} as const;

type EmptyClipboardProps = {
  readonly onEmptied?: () => void;
};

/** Says that it is empty only after the browser said so. */
export function EmptyClipboard({ onEmptied }: EmptyClipboardProps) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes | null>(null);
  const empty = async () => {
    const isEmptied = await emptyClipboard();
    setOutcome(isEmptied ? "emptied" : "refused");
    if (isEmptied) onEmptied?.();
  };
  return (
    <>
      {outcome !== "emptied" && (
        <Button tone="secondary" onClick={() => void empty()}>
          Empty the clipboard
        </Button>
      )}
      <p role="status" className={textClasses.note}>
        {outcome !== null && outcomes[outcome]}
      </p>
    </>
  );
}
