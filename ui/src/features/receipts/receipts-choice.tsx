/** The switch of the choice to have times confirmed. */

import { Switch } from "#components/form/switch.tsx";
import { More } from "#components/layout/rows.tsx";
import { receiptChoiceRecord } from "#store/evidence/receipt-choice.ts";

/** Takes effect at once, and is off until the person switches it on. */
export function ReceiptsChoice() {
  const isOn = receiptChoiceRecord.use();
  return (
    <>
      <Switch
        label="Have the time of recordings confirmed"
        hint="Only a fingerprint leaves this phone; nothing can be rebuilt from it."
        isOn={isOn}
        onChange={(value) => receiptChoiceRecord.write(value)}
      />
      <More title="How it works">
        <p>
          While you record, this phone shows our server a fingerprint of the sound once a minute,
          and one of each recording from before. The server signs them with its time. Later that
          shows that the sound was there by then, and not made up after. We see that a phone
          records, and when, but not what it hears. Of that we keep a count by network for a day,
          against misuse.
        </p>
        <p>
          Our server may have an outside service stamp a few of these fingerprints with the time,
          too. That service gets a fingerprint, and nothing about you. For this, our server keeps
          it, and when it came, for up to 7 days.
        </p>
      </More>
    </>
  );
}
