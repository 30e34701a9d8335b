/** Teaches this device a phrase in the person's own voice, for browsers that cannot recognise speech. */
import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { ProgressDots } from "#components/layout/screen.tsx";
import textClasses from "#components/text.module.css";
import { textLimits } from "#content/limits.ts";
import { type Strength, TAKE_WAYS } from "../spotter/enrolment.ts";
import classes from "../voice.module.css";
import { type Training, useTraining } from "./use-training.ts";

const HOW: Record<(typeof TAKE_WAYS)[number], string> = {
  normal: "Say it as you normally speak.",
  loud: "Say it loudly.",
  whispered: "Whisper it.",
};

/** Read aloud during the training, as an example of ordinary speech in this voice; never stored. */
const READ_ALOUD =
  "The bus was late again this morning, so I walked to the market instead. They had fresh bread and " +
  "some very good apples. My neighbour was there with her dog, and we talked about the weather and " +
  "her new kitchen. Afterwards I bought a newspaper, sat in the park for a while and watched the " +
  "ducks. On the way home it began to rain, but luckily I had my jacket with me.";

/** The card, in each stage of the training. */
export function PhraseTraining() {
  const training = useTraining();
  return (
    <Card className={layoutClasses.stack}>
      <h2 className={textClasses.heading}>Phrase on this device</h2>
      <p className={textClasses.note}>
        Works without a connection and where the browser has no speech recognition. What you record
        here never leaves the device and is not kept. It is not tied to your voice: others who say
        the phrase may set it off.
      </p>
      {training.kept !== null && training.stage === "idle" && <KeptPhrase training={training} />}
      {training.stage === "idle" && <ChoosePhrase training={training} />}
      {training.stage === "takes" && <RecordTake training={training} />}
      {training.stage === "ordinary" && <RecordOrdinary training={training} />}
      {training.stage === "judging" && (
        <p role="status">Trying your phrase against your ordinary speech...</p>
      )}
      {training.stage === "done" && <Result training={training} />}
    </Card>
  );
}

function KeptPhrase({ training: { kept, forget } }: { training: Training }) {
  if (kept === null) return null;
  return (
    <div className={classes.kept}>
      <p>
        Trained: <strong>{kept.phrase}</strong>
      </p>
      <Button tone="quiet" onClick={forget}>
        Forget phrase
      </Button>
    </div>
  );
}

function ChoosePhrase({ training }: { training: Training }) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    training.begin(typed);
  };
  return (
    <form className={layoutClasses.stack} onSubmit={submit} noValidate>
      <Field
        label="Phrase to train"
        hint="At least 4 syllables that you never say by chance, such as two words that do not belong together."
        error={training.problem}
        value={typed}
        maxLength={textLimits.phrase}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button tone="secondary" type="submit">
        Train phrase
      </Button>
    </form>
  );
}

function RecordTake({ training }: { training: Training }) {
  const { takes, phrase } = training;
  return (
    <div className={layoutClasses.stack}>
      <ProgressDots step={takes} count={TAKE_WAYS.length} />
      <p aria-live="polite">
        {takes + 1} of {TAKE_WAYS.length}: "<strong>{phrase}</strong>".{" "}
        {HOW[TAKE_WAYS[takes] ?? "normal"]} Wait a moment, say it once, then be quiet.
      </p>
      <RecordButton training={training} />
    </div>
  );
}

function RecordOrdinary({ training }: { training: Training }) {
  return (
    <div className={layoutClasses.stack}>
      <p>Now read this aloud for half a minute, so that ordinary speech sets nothing off:</p>
      <blockquote className={classes.read}>{READ_ALOUD}</blockquote>
      <RecordButton training={training} />
    </div>
  );
}

function RecordButton({ training }: { training: Training }) {
  const { progress, problem, record, cancel } = training;
  return (
    <>
      {problem !== null && (
        <p className={classes.error} role="alert">
          {problem}
        </p>
      )}
      {progress !== null && (
        <progress className={classes.progress} value={progress} max={1} aria-label="Recording" />
      )}
      <div className={classes.tests}>
        <Button disabled={progress !== null} onClick={record}>
          {progress === null ? "Record" : "Recording..."}
        </Button>
        <Button tone="quiet" disabled={progress !== null} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}

function Result({ training: { result, cancel } }: { training: Training }) {
  if (result === null) return null;
  return (
    <div className={layoutClasses.stack}>
      <StrengthMeter strength={result.strength} />
      <Button tone="secondary" onClick={cancel}>
        {result.strength === "weak" ? "Try another phrase" : "Done"}
      </Button>
    </div>
  );
}

const LEVELS: Record<Strength, { value: number; text: string }> = {
  weak: {
    value: 1,
    text: "Weak - not kept. It would be missed or mistaken too often. Choose a longer phrase.",
  },
  fair: { value: 2, text: "Fair - kept. Expect misses in a noisy place." },
  strong: {
    value: 3,
    text: "Strong - kept. It was recognised in noise and told from your speech.",
  },
};

/** How reliable the phrase is. The sentence says the same as the bar. */
function StrengthMeter({ strength }: { strength: Strength }) {
  const { value, text } = LEVELS[strength];
  return (
    <div role="status">
      <meter
        className={classes.meter}
        min={0}
        max={3}
        low={1.5}
        high={2.5}
        optimum={3}
        value={value}
        aria-label="Strength"
      >
        {strength}
      </meter>
      <p>{text}</p>
    </div>
  );
}
