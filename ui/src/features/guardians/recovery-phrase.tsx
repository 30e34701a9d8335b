/** Makes a recovery phrase, shown once: with it the sound on our server can be heard without this phone and without a guardian. */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { dayTimeText } from "#content/local-dates.ts";
import { wallTime } from "#platform/clock.ts";
import type { Bytes } from "#seal/bytes.ts";
import { recoveryKey } from "#seal/recovery.ts";
import { keepRecovery, soundRecovery } from "#store/guardians/sound-recovery.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import classes from "./guardians.module.css";

type RecoveryPhraseProps = {
  /** Asks for the own PIN where there is one, then does it. */
  readonly askFirst: (then: () => void) => void;
};

type Shown = { readonly words: readonly string[]; readonly bytes: Bytes } | "none" | "failed";

/** Offers to make one, and shows it until the person says that it is written down. */
export function RecoveryPhrase({ askFirst }: RecoveryPhraseProps) {
  const known = useLinks(soundRecovery, null);
  const [shown, setShown] = useState<Shown>("none");
  const make = async () => {
    try {
      const { newPhrase } = await import("#seal/recovery-words.ts");
      setShown(newPhrase());
    } catch {
      setShown("failed");
    }
  };
  const keep = async (bytes: Bytes) => {
    try {
      await keepRecovery(await recoveryKey(bytes), wallTime());
      setShown("none");
    } catch {
      setShown("failed");
    }
  };
  return (
    <section className={classes.card} aria-labelledby="recovery-phrase">
      <h2 className={classes.name} id="recovery-phrase">
        Recovery phrase
      </h2>
      {typeof shown === "object" ? (
        <Words {...shown} onDone={() => void keep(shown.bytes)} onCancel={() => setShown("none")} />
      ) : (
        <>
          <p>
            With these 12 words you can hear the sound on our server from a new phone. It counts for
            emergencies that begin later. This phone does not show the words again.
          </p>
          {known !== null && (
            <p>A phrase is in use since {dayTimeText(known.madeAt, wallTime())}.</p>
          )}
          <Button tone="secondary" onClick={() => askFirst(() => void make())}>
            {known === null ? "Make a recovery phrase" : "Make a new phrase"}
          </Button>
        </>
      )}
      {shown === "failed" && <p role="alert">That did not work. Nothing changed. Try again.</p>}
    </section>
  );
}

type WordsProps = {
  readonly words: readonly string[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

function Words({ words, onDone, onCancel }: WordsProps) {
  return (
    <>
      <p>Write these words on paper, in their order. They are shown only now.</p>
      <ol className={classes.words}>
        {words.map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand twice, and none moves.
          <li key={at}>{word}</li>
        ))}
      </ol>
      <Notice>
        Whoever has the words can hear your sound. Keep them away from this phone. They replace a
        phrase that you made before.
      </Notice>
      <div className={classes.row}>
        <Button onClick={onDone}>I wrote them down</Button>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}
