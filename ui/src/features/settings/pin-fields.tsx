/** The fields for a new PIN, and the switch that asks for it. */
import { MaskedField } from "#components/form/masked-field.tsx";
import { Switch } from "#components/form/switch.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { More } from "#components/layout/rows.tsx";
import textClasses from "#components/text.module.css";
import { pinLimits } from "#content/limits.ts";
import type { PinDraft } from "./pin-draft.ts";

/** What the public PIN does beside one's own. */
const decoyText =
  "They see a plain heart monitor. The emergency goes on. Your messages app may still show the text: delete it there when you can.";

type PinFieldsProps = {
  /** The label of the new PIN's field. */
  readonly label: string;
  readonly hasPin: boolean;
  /** The PIN that is printed in public. */
  readonly demoPin: string;
  readonly draft: PinDraft;
  readonly change: (draft: Partial<PinDraft>) => void;
  readonly asksForCode: boolean;
  readonly onAskChange: (asksForCode: boolean) => void;
  /** What is wrong with one of the fields. */
  readonly errorAt?: (part: keyof PinDraft) => string | null;
};

/** The new PIN twice and, where there is one, the present PIN; all masked. */
export function PinFields(props: PinFieldsProps) {
  const { label, hasPin, demoPin, draft, change, asksForCode, onAskChange, errorAt } = props;
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
    <div className={layoutClasses.stack}>
      {digits(
        label,
        "wanted",
        hasPin
          ? "You have a PIN. Leave this empty to keep it."
          : `4 to 6 digits nobody near you can guess, not ${demoPin}.`,
      )}
      {isWanted && digits(`${label} again`, "repeated")}
      {isWanted && hasPin && digits("Current PIN", "present")}
      <p className={textClasses.soft}>
        {hasPin
          ? `If someone forces you to unlock, type ${demoPin}. ${decoyText}`
          : `Without a PIN, ${demoPin} ends an emergency.`}
      </p>
      {!hasPin && (
        <More title="If someone forces you to unlock">
          <p className={textClasses.soft}>{`Once you have a PIN, type ${demoPin}. ${decoyText}`}</p>
        </More>
      )}
      <Switch
        label="Ask for the code first"
        hint="Before settings, voice and recordings, never before an emergency."
        isOn={asksForCode && canAsk}
        isDisabled={!canAsk}
        onChange={onAskChange}
      />
    </div>
  );
}
