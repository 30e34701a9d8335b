/** A linked guardian: the digits, the state of the link, the test message, the choice to send sound, and the link's end. */
import { type ReactNode, useState } from "react";
import { Button } from "#components/button.tsx";
import { Switch } from "#components/form/switch.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import textClasses from "#components/text.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { guardianLimits } from "#content/guardian-limits.ts";
import { dayTimeText } from "#content/local-dates.ts";
import { guardianMessages } from "#content/messages.ts";
import { wallTime } from "#platform/clock.ts";
import { changeGuardian, type LinkedGuardian } from "#store/guardians/guardians.ts";
import { soundKeptDays } from "#wire/kept.ts";
import type { Attention } from "./attending.ts";
import { FinalButton } from "./final-button.tsx";
import {
  aliveText,
  cureText,
  isSilent,
  isTestDue,
  needsCare,
  refusedText,
  stateText,
  testText,
} from "./guardian-rules.ts";
import classes from "./guardians.module.css";
import { PageLine } from "./page-line.tsx";
import { PairingTest } from "./pairing-test.tsx";
import { pressed } from "./pressed.ts";
import { sendTest, type Tested, unlink } from "./sending.ts";

/** Six digits in two groups. */
const grouped = (digits: string) => `${digits.slice(0, 3)} ${digits.slice(3)}`;

type LinkedCardProps = {
  readonly guardian: LinkedGuardian;
  readonly attention: Attention;
  /** Asks for the own PIN where there is one, then does it. */
  readonly askFirst: (then: () => void) => void;
};

const answers = {
  seen: "saw it",
  "on-the-way": "is on the way",
  "police-called": "called the police",
} as const;

/** The state of the link in a few words. */
function linkText(guardian: LinkedGuardian, attention: Attention): string {
  const now = wallTime();
  const { lastAnswer, refusedSince, endedAt } = guardian;
  if (endedAt !== undefined) return stateText({ state: "ended", owned: null }, null, now);
  if (refusedSince) return refusedText(refusedSince, now);
  if (attention.kind === "known") return stateText(attention.link, lastAnswer?.at ?? null, now);
  if (attention.kind === "asking") return "Checking the link...";
  if (attention.kind === "gone") return "Link broken: the server does not know it.";
  return "Not checked: no connection.";
}

/** One guardian. */
export function LinkedCard({ guardian, attention, askFirst }: LinkedCardProps) {
  const { name, digits, isCompared, lastAnswer } = guardian;
  const known = attention.kind === "known" ? attention.link : null;
  const isOver = known?.state === "ended" || guardian.endedAt !== undefined;
  const isRefused = (guardian.refusedSince ?? null) !== null || attention.kind === "gone";
  const hasTrouble = isOver || isRefused || (known !== null && needsCare(known));
  const end = async () => {
    const isTold = await unlink(guardian);
    showToast(isTold ? guardianMessages.unlinked(name) : guardianMessages.unlinkedHere(name));
  };
  const unlinking = {
    title: `Unlink ${name}?`,
    description: `${name} gets no alarm from this phone any more. This cannot be undone: a new link needs both of you.`,
    confirmLabel: "Unlink",
    askFirst,
    onConfirm: () => pressed(end()),
  };
  return (
    <section className={classes.card} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <p role="status" className={hasTrouble ? textClasses.trouble : undefined}>
        {linkText(guardian, attention)}
      </p>
      {hasTrouble && !isOver && <p>{cureText(name, isRefused)}</p>}
      {!isOver && <PageLine guardian={guardian} known={known} askFirst={askFirst} />}
      {!isOver && <PairingTest guardian={guardian} known={known} />}
      {!isOver && <Signs guardian={guardian} />}
      {!isOver && isCompared && <SoundChoice guardian={guardian} />}
      {lastAnswer !== null && (
        <p>
          {lastAnswer.about === null ? "Test: " : "Emergency: "}
          {name} {answers[lastAnswer.answer]}, {dayTimeText(lastAnswer.at, wallTime())}.
        </p>
      )}
      {!isOver && !isCompared && (
        <Compare guardian={guardian}>
          <FinalButton {...unlinking} label="Other digits: unlink" tone="secondary" />
        </Compare>
      )}
      {!isOver && isCompared && (
        <p>
          You compared the digits with {name}: {grouped(digits)}.
        </p>
      )}
      {!isOver && <TestMessage guardian={guardian} attention={attention} />}
      <FinalButton {...unlinking} label={`Unlink ${name}`} />
    </section>
  );
}

/** When the phone was last alive, and the weekly check that asks it. */
function Signs({ guardian }: Pick<LinkedCardProps, "guardian">) {
  const { id, name, aliveAt, isHeartbeatOff = false } = guardian;
  const choose = (isOn: boolean) =>
    changeGuardian(id, (before) =>
      before.state === "linked" ? { ...before, isHeartbeatOff: !isOn } : before,
    );
  return (
    <>
      <p>
        {aliveText(name, aliveAt, wallTime())}
        {isSilent(guardian, wallTime()) && ` Send a test, or ask ${name} to open their page.`}
      </p>
      <Switch
        label="Weekly check"
        hint={`Sent once a week, when you open this app. ${name}'s phone shows a quiet notification, "Weekly check", and answers it by itself.`}
        isOn={!isHeartbeatOff}
        onChange={(isOn) => pressed(choose(isOn))}
      />
    </>
  );
}

type CompareProps = { readonly guardian: LinkedGuardian; readonly children: ReactNode };

/** The digits; `children` is what to do when the guardian's page shows others. */
function Compare({ guardian: { id, name, digits }, children }: CompareProps) {
  const confirm = () =>
    changeGuardian(id, (before) =>
      before.state === "linked" ? { ...before, isCompared: true } : before,
    );
  return (
    <div className={layoutClasses.stack}>
      <p className={classes.digits} data-digits>
        {grouped(digits)}
      </p>
      <p>
        Ask {name}, face to face or by voice: does their page show the same six digits? It shows
        them a moment after this one, and never before. Alarms already go to this link. Until you
        compare the digits, someone else may have it. The lock then says "digits not compared"
        beside {name}.
      </p>
      <Button onClick={() => pressed(confirm())}>The same digits</Button>
      {children}
    </div>
  );
}

function TestMessage(props: Pick<LinkedCardProps, "guardian" | "attention">) {
  const { guardian, attention } = props;
  const { name } = guardian;
  const [tested, setTested] = useState<Tested | "sending" | null>(null);
  const send = async () => {
    setTested("sending");
    setTested(await sendTest(guardian));
  };
  const known = attention.kind === "known" ? attention.link : null;
  return (
    <div className={layoutClasses.stack}>
      {tested === null && isTestDue(guardian, wallTime()) && (
        <Notice>
          No test for {guardianLimits.testAfterMs / 86_400_000} days. Send one, so that you know the
          link still works before you need it.
        </Notice>
      )}
      <Button tone="secondary" disabled={tested === "sending"} onClick={() => void send()}>
        Send a test to {name}
      </Button>
      <p role="status">
        {tested === "sending" && "Sending..."}
        {tested === "busy" && "Not sent: too many tries. Please wait a few minutes."}
        {tested === "failed" && "Not confirmed. Check your connection and try again."}
        {tested === "refused" && "Not sent: the server refused it."}
        {tested === "ended" && "Not sent: this link has ended."}
        {tested !== null && typeof tested === "object" && testText(tested.sent, known, guardian)}
      </p>
    </div>
  );
}

/**
 * Whether a guardian gets sound while it is recorded, with the limits of that in plain words. Off unless the person chose it,
 * and offered once the digits were compared.
 */
export function SoundChoice({ guardian }: { readonly guardian: LinkedGuardian }) {
  const { id, name, getsSound = false } = guardian;
  const choose = (isOn: boolean) =>
    changeGuardian(id, (before) =>
      before.state === "linked" ? { ...before, getsSound: isOn } : before,
    );
  return (
    <Switch
      label={`Send sound to ${name}`}
      hint={
        `In an emergency, and in a test, what this phone records also leaves it, sealed. Whoever takes the phone cannot take that back. ` +
        `It works only while this app is open and online. Our server keeps it for ${soundKeptDays} days. The server sees sizes and times and cannot listen. ` +
        `${name} can listen, keep it and pass it on. Switched off, ${name} gets no sound of the next emergency.`
      }
      isOn={getsSound}
      onChange={(isOn) => pressed(choose(isOn))}
    />
  );
}
