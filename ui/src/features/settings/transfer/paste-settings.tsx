/** Takes over settings that were copied in the browser. Loaded lazily; the page asks for the code. */
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { TextArea } from "#components/form/field.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { transferLimits } from "#content/limits.ts";
import type { Message } from "#content/messages.ts";
import { emptyClipboard, readClipboard } from "#platform/clipboard.ts";
import { withinTime } from "#platform/clock.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { EmptyClipboard } from "./empty-clipboard.tsx";
import { TakenOver } from "./taken-over-notice.tsx";
import { findIn, type Problem, takeOver } from "./taking-over.ts";
import classes from "./transfer.module.css";
import { fitted, replacedBy, type Transferred } from "./transfer-rules.ts";
import { PASTE, problemTexts, replacedText } from "./transfer-words.ts";
import { TransferredList } from "./transferred-list.tsx";

type PasteSettingsProps = {
  /** Shows what comes next, where something does. */
  readonly onDone?: () => void;
};

/** How far it came. */
type Stage =
  | { readonly kind: "start"; readonly problem: Problem | null }
  | {
      readonly kind: "found";
      readonly transferred: Transferred;
      readonly problem: Message | null;
    }
  | { readonly kind: "storing"; readonly transferred: Transferred }
  | {
      readonly kind: "done";
      readonly transferred: Transferred;
      readonly isEmptied: boolean | null;
    };

/** Reads, shows, stores, and empties the clipboard, in this order. */
export function PasteSettings({ onDone }: PasteSettingsProps) {
  const [stage, setStage] = useState<Stage>({ kind: "start", problem: null });
  const looks = useRef(0);
  const look = async (reading: Promise<string | null>) => {
    looks.current += 1;
    const mine = looks.current;
    const found = await findIn(await reading);
    // The browser may ask before it gives the clipboard, and be answered after the line was typed instead.
    if (mine !== looks.current) return;
    setStage(
      found.kind === "transferred"
        ? {
            kind: "found",
            transferred: fitted(found.transferred, settingsRecord.read()),
            problem: null,
          }
        : { kind: "start", problem: found.kind },
    );
  };
  const store = async (transferred: Transferred) => {
    setStage({ kind: "storing", transferred });
    const storing = takeOver(transferred);
    const stored = storing.then((problem) => {
      if (problem !== null) throw new Error(problem.title);
    });
    // Asked for in the tap; the clipboard is emptied only after the settings were stored for good.
    const emptied = emptyClipboard(stored);
    const problem = await storing;
    if (problem !== null) return setStage({ kind: "found", transferred, problem });
    // The browser may ask the person first, and be left without an answer.
    const soon = await withinTime<boolean, null>(emptied, transferLimits.clipboardMs, null);
    setStage({ kind: "done", transferred, isEmptied: soon });
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
          transferred={stage.transferred}
          isStoring={stage.kind === "storing"}
          problem={stage.kind === "found" ? stage.problem : null}
          onTake={() => void store(stage.transferred)}
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

type PastePreviewProps = {
  readonly transferred: Transferred;
  readonly isStoring: boolean;
  readonly problem: Message | null;
  readonly onTake: () => void;
  readonly onCancel: () => void;
};

/** What a pasted text says, before anything of it is stored. Asks before it replaces what was set up here. */
function PastePreview(props: PastePreviewProps) {
  const { transferred, isStoring, problem, onTake, onCancel } = props;
  const replaced = replacedBy(transferred, settingsRecord.use());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const word = replaced.length === 0 ? "Take this over" : "Replace and save";
  return (
    <div className={classes.stack}>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        This was copied. Is it yours?
      </h3>
      <TransferredList transferred={transferred} />
      {replaced.length > 0 && <Notice>{replacedText(replaced)}</Notice>}
      {problem !== null && (
        <Notice tone="bad" role="alert">
          {problem.title}. {problem.description}
        </Notice>
      )}
      <div className={classes.row}>
        <Button disabled={isStoring} onClick={onTake}>
          {isStoring ? "Saving..." : word}
        </Button>
        <Button tone="secondary" disabled={isStoring} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
