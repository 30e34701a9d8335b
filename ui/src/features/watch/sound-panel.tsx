/** The sound of a person's emergencies: nothing is fetched, and nothing plays, before the guardian asks for it. */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import { clockText } from "#content/local-dates.ts";
import { toBase64url } from "#seal/bytes.ts";
import { type GivenSound, givenSounds } from "#store/guardians/given-sounds.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import type { Watched } from "#store/guardians/watched.ts";
import { sendHeldUntil } from "#sync/sound-following.ts";
import { soundKeptDays } from "#wire/kept.ts";
import { Listening, useFollowing } from "./sound-listening.tsx";

type SoundPanelProps = { readonly person: Watched; readonly now: number };

const NONE: readonly GivenSound[] = [];

/** Each emergency with sound, the newest first; a drill that turned real is one. Nothing where no phone gave any. */
export function SoundPanels({ person, now }: SoundPanelProps) {
  const all = useLinks(givenSounds, NONE) ?? NONE;
  const mine = all.filter((one) => one.person === person.id).reverse();
  const keyOf = ({ secret }: GivenSound) => toBase64url(secret);
  const each = mine.filter((one, at) => mine.findIndex((two) => keyOf(two) === keyOf(one)) === at);
  return (
    <>
      {each.map((given) => (
        <SoundPanel key={keyOf(given)} person={person} given={given} all={each} now={now} />
      ))}
    </>
  );
}

type OneProps = SoundPanelProps & {
  readonly given: GivenSound;
  readonly all: readonly GivenSound[];
};

function SoundPanel({ person, given, all, now }: OneProps) {
  const [isOn, setOn] = useState(false);
  const others = all.filter((one) => one !== given).map(({ secret }) => secret);
  const tell = (until: number) => sendHeldUntil(person, given.emergency, until);
  const following = useFollowing({ secret: given.secret, others, tell }, isOn);
  const title = `${given.isDrill ? "Drill: sound" : "Sound"}, ${clockText(given.at, now)}`;
  return (
    <Panel title={title}>
      {isOn ? (
        <Listening following={following} />
      ) : (
        <>
          <p>
            Sealed for you. Our server keeps it for {soundKeptDays} days. Nothing plays before you
            choose it.
          </p>
          <Button onClick={() => setOn(true)}>Fetch the sound</Button>
        </>
      )}
    </Panel>
  );
}
