/** The form that makes a link. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { Field } from "#components/form/field.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { guardianLimits } from "#content/guardian-limits.ts";
import classes from "./guardians.module.css";
import { makeLink } from "./making.ts";

/** Asks for a name; `onDone` when the link is there, or was given up. */
export function AddGuardian({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const make = async () => {
    setTried(true);
    if (name.trim() === "") return;
    setAsking(true);
    setProblem(null);
    const found = await makeLink(name.trim());
    if (found === null) return onDone();
    setAsking(false);
    setProblem(found);
  };
  return (
    <form
      ref={form}
      className={layoutClasses.stack}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void make();
      }}
    >
      <Field
        label="Guardian's name"
        hint="The name stays on this phone. Choose someone whom nobody can force to show their phone."
        value={name}
        maxLength={guardianLimits.nameCharacters}
        autoComplete="off"
        error={isTried && name.trim() === "" ? "Enter a name." : null}
        onChange={(event) => setName(event.target.value)}
      />
      {problem !== null && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <div className={classes.row}>
        <Button type="submit" disabled={isAsking}>
          {isAsking ? "One moment..." : "Make a link"}
        </Button>
        <Button tone="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
