/** The fields for a new PIN, and the switch that asks for it. */
import { MaskedField } from "#components/masked-field.tsx";
import { Switch } from "#components/switch.tsx";
import { pinLimits } from "#content/limits.ts";
import type { PinDraft } from "./pin-draft.ts";
import classes from "./pin-fields.module.css";

type PinFieldsProps = {
  /** The label of the new PIN's field. */
  readonly label: string;
  /** What the field says while there is no PIN. */
  readonly hint: string;
  readonly hasPin: boolean;
  readonly draft: PinDraft;
  readonly change: (draft: Partial<PinDraft>) => void;
  readonly asksForCode: boolean;
  readonly onAskChange: (asksForCode: boolean) => void;
  /** What is wrong with one of the fields. */
  readonly errorAt?: (part: keyof PinDraft) => string | null;
};

/** The new PIN twice and, where there is one, the present PIN; all masked. */
export function PinFields(props: PinFieldsProps) {
  const { label, hint, hasPin, draft, change, asksForCode, onAskChange, errorAt } = props;
  const isWanted = draft.wanted !== "";
  const digits = (label: string, part: keyof PinDraft, hint?: string) => (
    <MaskedField
      label={label}
      hint={hint}
      digits={draft[part]}
      error={errorAt?.(part) ?? null}
      onDigits={(value) => change({ [part]: value })}
    />
  );
  const canAsk = hasPin || draft.wanted.length >= pinLimits.minimumDigits;
  return (
    <div className={classes.fields}>
      {digits(label, "wanted", hasPin ? "You have a PIN. Leave this empty to keep it." : hint)}
      {isWanted && digits(`${label} again`, "repeated")}
      {isWanted && hasPin && digits("Present PIN", "present")}
      <Switch
        label="Ask for the code first"
        hint="Before settings, voice and recordings open. Starting an emergency never asks."
        isOn={asksForCode && canAsk}
        isDisabled={!canAsk}
        onChange={onAskChange}
      />
    </div>
  );
}
