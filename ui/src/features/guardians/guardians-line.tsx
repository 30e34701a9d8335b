/** The guardians in one line, for the list of settings. Loaded lazily. */
import { type ReactNode, useEffect, useState } from "react";
import { RowTrouble } from "#components/layout/rows.tsx";
import { wallTime } from "#platform/clock.ts";
import { type Guardian, guardians } from "#store/guardians/guardians.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import { type Attention, attend, lastFound } from "./attending.ts";
import { guardianLine } from "./guardian-rules.ts";
import { usePairingTest } from "./pairing-test.tsx";

const NONE: readonly Guardian[] = [];

/** Links that were opened meanwhile are completed here, too. `otherwise` is shown until the device has answered. */
export function GuardiansLine({ otherwise }: { readonly otherwise: ReactNode }) {
  const all = useLinks(guardians, NONE);
  const lost = useLinks(guardians.unreadable, 1) ?? 0;
  if (all === null) return otherwise;
  if (lost > 0) return <RowTrouble>This phone cannot read one of them</RowTrouble>;
  if (all.length === 0) return "Nobody yet";
  return all.map((guardian, index) => (
    <span key={guardian.id}>
      {index > 0 && "; "}
      <GuardianWords guardian={guardian} />
    </span>
  ));
}

function GuardianWords({ guardian }: { readonly guardian: Guardian }) {
  const [attention, setAttention] = useState<Attention>({ kind: "asking" });
  useEffect(() => attend(guardian.id, setAttention), [guardian.id]);
  usePairingTest(guardian, attention.kind === "known" ? attention.link : null);
  const found = { last: lastFound(guardian.id), isCutOff: attention.kind === "cut-off" };
  const { text, isBad } = guardianLine(guardian, found, wallTime());
  return isBad ? <RowTrouble>{text}</RowTrouble> : text;
}
