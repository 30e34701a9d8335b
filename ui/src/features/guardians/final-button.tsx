/** A button for what cannot be undone: it asks a question, then for the code, and only then acts. */
import { useState } from "react";
import { Button, type ButtonTone } from "#components/button.tsx";
import { AlertDialog } from "#components/dialog/dialog.tsx";

type FinalButtonProps = {
  readonly label: string;
  readonly tone?: ButtonTone;
  readonly isDisabled?: boolean;
  /** The question, and what is lost. */
  readonly title: string;
  readonly description: string;
  readonly confirmLabel: string;
  /** Asks for the own PIN where there is one, then does it. */
  readonly askFirst: (then: () => void) => void;
  readonly onConfirm: () => void;
};

/** The question comes before the code, and also where none is asked for: one touch is never enough. */
export function FinalButton(props: FinalButtonProps) {
  const { label, tone = "quiet", isDisabled = false, askFirst, onConfirm, ...question } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button tone={tone} disabled={isDisabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <AlertDialog
        {...question}
        isOpen={isAsking}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          askFirst(onConfirm);
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
