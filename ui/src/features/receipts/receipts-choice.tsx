/** The switch of the choice to have times confirmed. */
import { More } from "#components/more.tsx";
import { Switch } from "#components/switch.tsx";
import { receiptWords } from "#content/receipt-words.ts";
import { receiptChoiceRecord } from "#store/receipt-choice.ts";

/** Takes effect at once, and is off until the person switches it on. */
export function ReceiptsChoice() {
  const isOn = receiptChoiceRecord.use();
  return (
    <>
      <Switch
        label={receiptWords.label}
        hint={receiptWords.hint}
        isOn={isOn}
        onChange={(value) => receiptChoiceRecord.write(value)}
      />
      <More title="How it works">
        <p>{receiptWords.how}</p>
      </More>
    </>
  );
}
