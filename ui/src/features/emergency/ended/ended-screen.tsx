/** The calm screen after an emergency that the own PIN ended. */
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { Button, ButtonLink } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Column } from "#components/layout/screen.tsx";
import textClasses from "#components/text.module.css";
import { isSpecified } from "#content/country/guess-rules.ts";
import { directories, helplinesChecked, helplinesOf } from "#content/country/helplines.ts";
import { telLink } from "#content/emergency-numbers.ts";
import { monthText } from "#content/local-dates.ts";
import * as paths from "#content/paths.ts";
import { violenceLines } from "#content/resources.ts";
import { copyText } from "#platform/clipboard.ts";
import { focusPage } from "#platform/page/navigation.ts";
import { canSendSms, openSms } from "#platform/sms.ts";
import { guardianReportsRecord, hasReached, reportsOf } from "#store/guardians/guardian-reports.ts";
import { countryNow } from "#store/settings/country.ts";
import { CallButtons } from "../calls/call-buttons.tsx";
import { pageEmergency } from "../controller/controller.ts";
import { useEmergencyState } from "../controller/use-emergency.ts";
import { SaveSound } from "../lock/save-sound.tsx";
import { type Ended, isInMemory } from "../machine/after-rules.ts";
import type { ContactMessage } from "../machine/contact-message.ts";
import { EmergencyButtons } from "../trigger/emergency-buttons.tsx";
import { endedTexts, leftText, toldText } from "./ended-rules.ts";
import classes from "./ended-screen.module.css";

/** The prepared words; nothing is sent by itself. */
const SAFE_WORDS = "I am safe now. The emergency is over.";

/** Says what is over and what was kept, and helps with what comes next. */
export function EndedScreen({ ended }: { readonly ended: Ended }) {
  const navigate = useNavigate();
  const { recording } = useEmergencyState();
  const { heading, note, where } = endedTexts(ended.closed, recording.phase !== "off");
  useEffect(() => {
    focusPage();
    // The page that comes next begins at its top too.
    return focusPage;
  }, []);
  const leave = (path?: string) => {
    pageEmergency().report({ type: "end-seen", emergencyId: ended.id });
    if (path !== undefined) navigate(path);
  };
  return (
    <Column name="ended">
      <header className={layoutClasses.close}>
        <h1 className={classes.title}>{heading}</h1>
        <p className={textClasses.note} role="status">
          {note}
        </p>
      </header>
      {isInMemory(ended.closed) && <SaveSound />}
      <SafeMessages ended={ended} />
      {where !== null && (
        <Panel title="The recording">
          <p>{where}</p>
          <Button tone="secondary" onClick={() => leave(paths.voice)}>
            Keep it and show it
          </Button>
        </Panel>
      )}
      <Panel title="Somebody to talk to">
        <TalkLines />
      </Panel>
      <Button onClick={() => leave()}>Done</Button>
      <p className={textClasses.note}>
        Left alone for a while, this screen goes. While the app stays open you find it again in the
        settings.
      </p>
      <section className={layoutClasses.close} aria-label="In danger again">
        <p className={textClasses.note}>In danger again? Call, or start again.</p>
        <CallButtons />
        <EmergencyButtons />
      </section>
    </Column>
  );
}

function SafeMessages({ ended }: { readonly ended: Ended }) {
  const [hasSms, setHasSms] = useState(true);
  const reports = reportsOf(guardianReportsRecord.use(), ended);
  useEffect(() => setHasSms(canSendSms()), []);
  const { messages } = ended;
  const left = leftText(messages);
  const alarm = reports.length === 0 ? "nobody" : hasReached(reports) ? "reached" : "waiting";
  if (messages.length === 0) return null;
  return (
    <Panel title="Tell them you are safe">
      <p className={textClasses.note}>{toldText(messages, alarm)}</p>
      {messages.map((message) => (
        <SafeMessage key={message.phoneNumber} message={message} hasSms={hasSms} />
      ))}
      {!hasSms && <CopyWords />}
      {left !== null && <p className={textClasses.note}>{left}</p>}
    </Panel>
  );
}

function SafeMessage({ message, hasSms }: { message: ContactMessage; hasSms: boolean }) {
  const { name, phoneNumber } = message;
  const who = name || phoneNumber;
  return hasSms ? (
    <Button tone="secondary" onClick={() => openSms(phoneNumber, SAFE_WORDS)}>
      Tell {who} you are safe
    </Button>
  ) : (
    <ButtonLink tone="secondary" href={telLink(phoneNumber)}>
      Call {who}
    </ButtonLink>
  );
}

/** For devices without a messages app. */
function CopyWords() {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  return (
    <>
      <Button tone="secondary" onClick={() => void copyText(SAFE_WORDS).then(setCopied)}>
        Copy "{SAFE_WORDS}"
      </Button>
      <p role="status">
        {isCopied === null ? "" : isCopied ? "Copied." : "Could not copy the text."}
      </p>
    </>
  );
}

/** A line as shown. */
interface Line {
  readonly label: string;
  readonly name: string;
  readonly purpose?: string;
  readonly href: string;
}

/** The lines of the country; those of the specification for its countries, and where no country is known. */
function linesFor(country: string | undefined): readonly Line[] {
  if (country === undefined || isSpecified(country)) return violenceLines;
  return helplinesOf(country).map(({ number, name }) => ({
    label: number,
    name,
    href: telLink(number),
  }));
}

/** Whom to talk to in the person's country: the lines as links, and in other countries the directories of all of them, as text. */
export function TalkLines() {
  const country = countryNow();
  const lines = linesFor(country);
  const isListed = country !== undefined && !isSpecified(country) && lines.length > 0;
  return (
    <>
      <ul className={layoutClasses.close}>
        {lines.map(({ label, name, purpose, href }) => (
          <li key={label}>
            <a className={classes.line} href={href}>
              {name}: <span className={classes.number}>{label}</span>
            </a>
            {purpose !== undefined && <span className={textClasses.note}>{purpose}</span>}
          </li>
        ))}
      </ul>
      {isListed && <p className={textClasses.note}>Checked {monthText(helplinesChecked)}</p>}
      {!isSpecified(country) && (
        <p className={textClasses.note}>
          Lists of helplines in all countries: {directories.join(" and ")}. Visits may show in the
          browser's history.
        </p>
      )}
    </>
  );
}
