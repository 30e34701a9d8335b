/** On a new phone: the sound of earlier emergencies, by a recovery phrase. Nothing of the phrase is stored. */

import { type FormEvent, useState } from "react";
import { ApiError } from "#api/client.ts";
import { Button } from "#components/button.tsx";
import { TextArea } from "#components/form/field.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { More } from "#components/layout/rows.tsx";
import { wallTime } from "#platform/clock.ts";
import { type Bytes, toBase64url } from "#seal/bytes.ts";
import type { TypedPhrase } from "#seal/recovery-words.ts";
import { findSecrets } from "#sync/sound-recovering.ts";
import { soundKeptDays } from "#wire/kept.ts";
import { Listening, useFollowing } from "./sound-listening.tsx";

/** What is wrong with a phrase, in words; null where nothing is. */
function phraseProblem(typed: TypedPhrase): string | null {
  switch (typed.type) {
    case "phrase":
      return null;
    case "count":
      return `A phrase has 12 words. These are ${typed.count}.`;
    case "unknown":
      return `Not a word of any phrase: ${typed.words.join(", ")}.`;
    case "wrong":
      return "One of the words is wrong, or not in its place.";
  }
}

/** Why it is not known what there is. */
function failureText(error: unknown): string {
  return error instanceof ApiError && error.status === 429
    ? "Not found out: too many tries. Wait a minute and try again."
    : "Not found out. Check your connection and try again.";
}

/** The field for the phrase, and what was found by it. */
export function RecoveredSound() {
  const [found, setFound] = useState<readonly Bytes[] | null>(null);
  return (
    <More title="Hear earlier sound with a recovery phrase">
      {found === null ? <PhraseForm onFound={setFound} /> : <Copies secrets={found} />}
    </More>
  );
}

function PhraseForm({ onFound }: { readonly onFound: (secrets: readonly Bytes[]) => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const look = async () => {
    const { readPhrase } = await import("#seal/recovery-words.ts");
    const typed = readPhrase(text);
    setProblem(phraseProblem(typed));
    if (typed.type !== "phrase") return;
    const secrets = await findSecrets(typed.bytes, wallTime());
    if (secrets.length > 0) onFound(secrets);
    else
      setProblem(
        `Our server has nothing for this phrase. It keeps sound for ${soundKeptDays} days.`,
      );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLooking(true);
    look()
      .catch((error: unknown) => setProblem(failureText(error)))
      .finally(() => setLooking(false));
  };
  return (
    <form className={layoutClasses.stack} onSubmit={submit}>
      <TextArea
        label="Your 12 words"
        value={text}
        rows={3}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => setText(event.target.value)}
        error={problem ?? undefined}
      />
      <Button type="submit" disabled={isLooking}>
        {isLooking ? "Looking..." : "Look for sound"}
      </Button>
    </form>
  );
}

function Copies({ secrets }: { readonly secrets: readonly Bytes[] }) {
  return secrets.map((secret, at) => (
    <Copy
      key={toBase64url(secret)}
      title={`Emergency ${at + 1} of ${secrets.length}`}
      secret={secret}
      others={secrets.filter((one) => one !== secret)}
    />
  ));
}

type CopyProps = {
  readonly title: string;
  readonly secret: Bytes;
  readonly others: readonly Bytes[];
};

function Copy({ title, secret, others }: CopyProps) {
  const [isOn, setOn] = useState(false);
  // Nobody is told: it is the person's own sound.
  const following = useFollowing({ secret, others, tell: async () => undefined }, isOn);
  return (
    <Panel title={title}>
      {isOn ? (
        <Listening following={following} />
      ) : (
        <Button onClick={() => setOn(true)}>Fetch the sound</Button>
      )}
    </Panel>
  );
}
