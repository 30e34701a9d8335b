/** A button that copies a text. */
import { useState } from "react";
import { Button } from "./button.tsx";

type CopyButtonProps = {
  readonly label: string;
  readonly text: string;
  /** What the text says, where that stays the same while its words change. */
  readonly about?: string;
  readonly tone: "quiet" | "secondary";
  /** Copies it; false when the browser refused. */
  readonly copy: (text: string) => Promise<boolean>;
};

/** Copies the text, and says whether that was done, as long as there is nothing newer to copy. */
export function CopyButton({ label, text, about = text, tone, copy }: CopyButtonProps) {
  const [[tried, said], say] = useState(["", label]);
  const press = () =>
    void copy(text).then((isCopied) => say([about, isCopied ? "Copied" : "Not copied"]));
  return (
    <Button tone={tone} onClick={press}>
      {tried === about ? said : label}
    </Button>
  );
}
