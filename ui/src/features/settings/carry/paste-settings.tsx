/** Takes over settings that were copied in the browser. Loaded lazily; the page asks for the code. */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import { Notice } from "#components/notice.tsx";
import { TextArea } from "#components/text-area.tsx";
import { carryLimits } from "#content/limits.ts";
import { emptyClipboard, readClipboard } from "#platform/clipboard.ts";
import { withinTime } from "#platform/clock.ts";
import { settingsRecord } from "#store/settings.ts";
import { type Carried, fitted } from "./carried-rules.ts";
import classes from "./carry.module.css";
import { PASTE, problemTexts } from "./carry-words.ts";
import { EmptyClipboard } from "./empty-clipboard.tsx";
import { PastePreview } from "./paste-preview.tsx";
import { TakenOver } from "./taken-over-notice.tsx";
import { findIn, type Problem, takeOver } from "./taking-over.ts";

type PasteSettingsProps = {
  /** Shows what comes next, where something does. */
  readonly onDone?: () => void;
};

/** How far it came. */
type Stage =
  | { readonly kind: "start"; readonly problem: Problem | null }
  | { readonly kind: "found"; readonly carried: Carried; readonly failed: boolean }
  | { readonly kind: "storing"; readonly carried: Carried }
  | { readonly kind: "done"; readonly carried: Carried; readonly isEmptied: boolean | null };

/** Reads, shows, stores, and empties the clipboard, in this order. */
export function PasteSettings({ onDone }: PasteSettingsProps) {
  const [stage, setStage] = useState<Stage>({ kind: "start", problem: null });
  const look = async (reading: Promise<string | null>) => {
    const found = await findIn(await reading);
    setStage(
      found.kind === "carried"
        ? { kind: "found", carried: fitted(found.carried, settingsRecord.read()), failed: false }
        : { kind: "start", problem: found.kind },
    );
  };
  const store = async (carried: Carried) => {
    setStage({ kind: "storing", carried });
    const stored = takeOver(carried);
    // Asked for in the tap; the clipboard is emptied only after the settings were stored.
    const emptied = emptyClipboard(stored);
    try {
      await stored;
    } catch {
      return setStage({ kind: "found", carried, failed: true });
    }
    // The browser may ask the person first, and be left without an answer.
    const soon = await withinTime<boolean, null>(emptied, carryLimits.clipboardMs, null);
    setStage({ kind: "done", carried, isEmptied: soon });
    const isEmptied = await emptied;
    setStage((now) => (now.kind === "done" ? { ...now, isEmptied } : now));
  };
  switch (stage.kind) {
    case "start":
      return <Start problem={stage.problem} look={(reading) => void look(reading)} />;
    case "found":
    case "storing":
      return (
        <PastePreview
          carried={stage.carried}
          isStoring={stage.kind === "storing"}
          hasFailed={stage.kind === "found" && stage.failed}
          onTake={() => void store(stage.carried)}
          onCancel={() => setStage({ kind: "start", problem: null })}
        />
      );
    case "done":
      return <TakenOver {...stage} onDone={onDone} />;
    default:
      return stage satisfies never;
  }
}

type StartProps = {
  readonly problem: Problem | null;
  readonly look: (reading: Promise<string | null>) => void;
};

/** Problems of a line of settings, which is on the clipboard for nothing. */
const useless: readonly (Problem | null)[] = ["damaged", "too-old", "other-version"];

/** The button, and after a problem the field as another way. */
function Start({ problem, look }: StartProps) {
  const [text, setText] = useState("");
  const [tries, setTries] = useState(0);
  const tryWith = (reading: Promise<string | null>) => {
    setTries(tries + 1);
    look(reading);
  };
  return (
    <div className={classes.stack}>
      <p>
        If you copied your settings in the browser less than an hour ago, they can be taken over
        here. You see them first.
      </p>
      <Button tone="secondary" onClick={() => tryWith(readClipboard())}>
        {PASTE}
      </Button>
      {problem !== null && (
        <>
          <Notice tone="bad" role="alert">
            {problemTexts[problem]}
          </Notice>
          {useless.includes(problem) && <EmptyClipboard key={tries} />}
          <TextArea
            label="The copied line"
            rows={4}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button tone="secondary" onClick={() => tryWith(Promise.resolve(text))}>
            Look at this line
          </Button>
        </>
      )}
    </div>
  );
}
