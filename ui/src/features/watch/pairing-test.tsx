/** Whether the test notification that ends the pairing came to this device. */
import { isAmong, shownTests } from "#store/guardians/shown-tests.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import type { Watched } from "#store/guardians/watched.ts";
import { pairingStep, pairingText } from "./pairing-rules.ts";

const NONE: Awaited<ReturnType<typeof shownTests.read>> = [];

/** How far the test is; `isOn` says whether the server pushes to this device. */
export function PairingTest({
  person,
  isOn,
}: {
  readonly person: Watched;
  readonly isOn: boolean;
}) {
  const shown = useLinks(shownTests, NONE) ?? NONE;
  const step = pairingStep(person, (seq) => isAmong(shown, { person: person.id, seq }));
  if (step === null || !isOn) return null;
  return <p role="status">{pairingText(person.name, step)}</p>;
}
