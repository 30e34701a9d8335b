/** What to do now: for a friend who is frightened and has never done this. */

import { useState } from "react";
import { ButtonLink } from "#components/button.tsx";
import { CopyButton } from "#components/copy-button.tsx";
import { Panel } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { countryName } from "#content/country/names.ts";
import { nationalNumbers, telLink } from "#content/emergency-numbers.ts";
import { mobileNumber } from "#content/limits.ts";
import { clockText } from "#content/local-dates.ts";
import { plusCode } from "#content/position.ts";
import { copyText } from "#platform/clipboard.ts";
import { callsIn, countryNow } from "#store/settings/country.ts";
import type { Story } from "#sync/story.ts";
import { agoText, coordinatesText } from "./guardian-timeline.ts";
import { metresText } from "./trail-rules.ts";
import classes from "./watch.module.css";

type AdviceProps = { readonly name: string; readonly story: Story; readonly now: number };

/** The numbers where this browser is; where that is not known, those of several countries. */
function numbersHere(): readonly { readonly number: string; readonly place: string }[] {
  const country = countryNow();
  const calls = callsIn(country);
  if (country === undefined || calls.length === 0) {
    return [{ number: mobileNumber, place: "most countries" }, ...nationalNumbers];
  }
  return calls.map(({ number, place }) => ({ number, place: `${place}, ${countryName(country)}` }));
}

/** The words for the police. */
function sayText(name: string, story: Story, now: number): string {
  const { situation, since, startedAt, hasAlarm, trail } = story;
  const alarm = hasAlarm
    ? `My friend ${name} started an emergency alarm on their phone`
    : `The phone of my friend ${name} was unlocked with a code that means danger`;
  const isOverdue = situation === "overdue";
  const what = isOverdue ? `My friend ${name} set a safety timer that ran out` : alarm;
  const began = isOverdue || !hasAlarm ? since : startedAt;
  const own =
    began === null || began.byPhone === null
      ? ""
      : ` (${clockText(began.byPhone, now)} by its own clock)`;
  const when = began === null ? "." : ` at ${clockText(began.at, now)}${own}.`;
  const newest = trail.at(-1);
  if (newest === undefined) return `${what}${when} I do not know where they are.`;
  const { latitude, longitude, accuracy } = newest.place;
  const byPhone =
    newest.byPhone === null ? "" : ` (${clockText(newest.byPhone, now)} by its own clock)`;
  const age = newest.isAgeUnknown ? "of unknown age" : `from ${agoText(now - newest.at)}${byPhone}`;
  return `${what}${when} Their last known place, ${age}, within ${metresText(accuracy)}, is ${coordinatesText(newest.place)}, Plus Code ${plusCode(latitude, longitude)}. I believe they are in danger from somebody.`;
}

/** Calls, words for the call, and what not to do. */
export function Advice({ name, story, now }: AdviceProps) {
  const [numbers] = useState(numbersHere);
  const say = sayText(name, story, now);
  // What newer words would say besides their age.
  const news = `${story.situation} ${story.trail.at(-1)?.at}`;
  return (
    <Panel title="What to do now">
      <ol className={classes.steps}>
        <li>
          <p>
            <strong>If you believe that {name} is in danger, call the police now.</strong> If {name}{" "}
            is in another country, say so first.
          </p>
          <div className={classes.calls}>
            {numbers.map(({ number, place }) => (
              <ButtonLink key={number} tone="danger" href={telLink(number)}>
                Call {number}
                <span className={classes.where}>{place}</span>
              </ButtonLink>
            ))}
          </div>
          <p className={textClasses.soft}>Say:</p>
          <blockquote className={classes.say}>{say}</blockquote>
          <CopyButton
            tone="quiet"
            label="Copy these words"
            text={say}
            about={news}
            copy={copyText}
          />
        </li>
        <li>
          <strong>Do not text {name}'s phone.</strong> Somebody else may hold it and read it.
        </li>
        <li>
          <strong>Call {name} only if you agreed that ringing is safe.</strong> If somebody answers,
          say nothing of this page, and ask what can be answered with yes or no.
        </li>
        <li>
          <strong>Do not go there alone.</strong> Tell one other person what you know.
        </li>
        <li>
          <strong>Keep this page open.</strong> New places appear by themselves while their app is
          on the screen.
        </li>
      </ol>
    </Panel>
  );
}
