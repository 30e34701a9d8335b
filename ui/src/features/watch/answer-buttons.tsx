/** The three answers. They say what the guardian did, and never that help is coming. */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { guardianAnswers } from "#content/guardian-answers.ts";
import type { Answer } from "#seal/items.ts";
import type { Watched } from "#store/guardians/watched.ts";
import { type AnswerOutcome, sendAnswer } from "#sync/answering.ts";
import { newestSeq, type Story } from "#sync/story.ts";
import { agoText, standingAnswer } from "./guardian-timeline.ts";
import classes from "./watch.module.css";

type AnswerButtonsProps = {
  readonly person: Watched;
  readonly story: Story;
  readonly now: number;
};

const all: readonly Answer[] = ["seen", "on-the-way", "police-called"];

/** The answers that fit: a test has only been seen. */
export function AnswerButtons({ person, story, now }: AnswerButtonsProps) {
  const [outcome, setOutcome] = useState<AnswerOutcome | "sending" | null>(null);
  const about = story.emergency;
  const last = standingAnswer(person.answers, person.items, about);
  const isSent = (outcome === "sent" || outcome === null) && last !== undefined;
  const send = async (answer: Answer) => {
    setOutcome("sending");
    setOutcome(await sendAnswer(person, answer, { about, seq: newestSeq(person.items, about) }));
  };
  const offered = story.situation === "test" ? all.slice(0, 1) : all;
  return (
    <Panel title={`Answer ${person.name}`}>
      <p className={textClasses.soft}>
        Their phone shows your answer without a sound. Whoever sees its lock screen can read it.
      </p>
      <div className={classes.calls}>
        {offered.map((answer) => (
          <Button
            key={answer}
            tone="secondary"
            disabled={outcome === "sending"}
            aria-pressed={last?.answer === answer}
            onClick={() => void send(answer)}
          >
            {guardianAnswers[answer].words}
          </Button>
        ))}
      </div>
      <p>
        <span role="status">
          {outcome === "sending" && "Sending..."}
          {outcome === "busy" && "Not sent: too many tries. Wait a minute and tap again."}
          {outcome === "failed" && "Not confirmed. Check your connection and tap again."}
          {outcome === "ended" && "Not sent: this link has ended."}
          {isSent && `Sent: "${guardianAnswers[last.answer].words}"`}
        </span>
        {isSent && `, ${agoText(now - last.sentAt)}.`}
      </p>
    </Panel>
  );
}
