/** Guardians in the settings, and the sound that a recovery phrase finds. Loaded lazily. */
import {
  GuardiansSection,
  type GuardiansSectionProps,
} from "#features/guardians/guardians-section.tsx";
import { RecoveredSound } from "#features/watch/recovered-sound.tsx";

/** What the screen of the guardians shows. */
export function GuardiansPart({ askFirst }: GuardiansSectionProps) {
  return (
    <>
      <GuardiansSection askFirst={askFirst} />
      <RecoveredSound />
    </>
  );
}
