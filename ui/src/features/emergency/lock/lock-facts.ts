/**
 * What the lock screens claim about an emergency and its messages, from its state alone: never more than is so, or than the
 * person did or said.
 */
import { guardianAnswers } from "#content/guardian-answers.ts";
import { ageText, type LocationChoice } from "#content/position.ts";
import type { GuardianReport, ReportPhase } from "#store/guardians/guardian-reports.ts";
import type { ContactMessage } from "../machine/contact-message.ts";
import { isDue, lacksPlace, openedMessages, toldContacts } from "../machine/messages.ts";
import { type RecordingClaim, recordingClaim } from "../machine/recording-claim.ts";
import type { Emergency, EmergencyState } from "../machine/state.ts";

/** How a line stands: as it should be, still to come, or wrong. */
type Standing = "good" | "waiting" | "wrong";

/** One line of a lock screen. */
export interface Fact {
  readonly name: "location" | "recording" | "contacts" | "guardian";
  /** Tells lines of the same name apart. */
  readonly key?: string;
  readonly text: string;
  readonly standing: Standing;
  /** A sentence about how old it is, apart from the text: it changes too often to be read out. */
  readonly age?: string | null;
}

/** The claim in words, where `yes` are the words for sound that is being recorded. */
export function recordingText(state: EmergencyState, yes: string): string {
  const texts: Readonly<Record<RecordingClaim, string>> = {
    recording: yes,
    "not-saved": `${yes}, not saved on this phone`,
    "recording-elsewhere": `${yes}, by another tab`,
    "no-sound": "The microphone gives no sound",
    starting: "Starting to record",
    "not-recording": "Not recording",
  };
  return texts[recordingClaim(state)];
}

/** What this phone has not stored of the sound, so that it may be lost; null where it has all of it. */
export function unsavedText({ isEvidenceKept, isSoundAtRisk }: EmergencyState): string | null {
  if (!isEvidenceKept) {
    return "Recording not saved on this phone: its storage is full or closed. The sound is in memory only and is lost when the app closes.";
  }
  return isSoundAtRisk
    ? "Some sound is not saved on this phone. It is in memory only and is lost when the app closes."
    : null;
}

/** How the emergency began, with the word in quotes when one was spoken. */
export function methodText({ triggeredBy, safeWord }: Emergency): string {
  const methods = { button: "Emergency Button", voice: "Voice Command", shake: "Shake" };
  return safeWord === null ? methods[triggeredBy] : `${methods[triggeredBy]} "${safeWord}"`;
}

/** Something that is still to come is not wrong. */
const standing = (isThere: boolean): Standing => (isThere ? "good" : "waiting");

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Whether a guardian answered. Before the digits are compared, the phone at the other end may be somebody else's. */
const hasAnswered = ({ phase, isCompared }: GuardianReport): boolean =>
  phase in guardianAnswers && isCompared;

/**
 * "N contacts notified", where N counts those whose message the person said was sent; others may have theirs open. Guardians count
 * once they answered, apart: not everybody of them is a contact. In a test nobody is notified.
 */
function contactsFact(emergency: Emergency, reports: readonly GuardianReport[]): Fact {
  const told = toldContacts(emergency).length;
  const opened = openedMessages(emergency).length - told;
  const answered = emergency.kind === "test" ? 0 : reports.filter(hasAnswered).length;
  const notified = [
    told > 0 || answered + opened === 0 ? counted(told, "contact") : "",
    answered > 0 ? counted(answered, "guardian") : "",
  ];
  const people = notified.filter(Boolean).join(" and ");
  const texts = [
    people && `${people} notified`,
    opened > 0 ? `${counted(opened, "message")} opened` : "",
  ];
  const text = texts.filter(Boolean).join(", ");
  return { name: "contacts", text, standing: standing(told + answered > 0) };
}

/** How far the news got. What a push service took may never arrive, and nobody knows that it was read before the guardian's tap. */
function phaseText({ name, phase, hasPush }: GuardianReport): string {
  switch (phase) {
    case "sending":
      return `Sending to ${name}`;
    case "refused":
      return `Not sent to ${name}: text or call instead`;
    case "stored":
      return hasPush ? `Sending to ${name}'s phone` : `${name} sees it once their page is open`;
    case "ended":
      return `The link to ${name} has ended`;
    case "sent":
      return `Taken by the push service for ${name}`;
    case "arrived":
      return `On ${name}'s phone`;
    case "seen":
      return `${name} has seen it`;
    case "on-the-way":
      return `${name} answered: on my way`;
    case "police-called":
      return `${name} answered: I called the police`;
    default:
      return phase satisfies never;
  }
}

/** Whether the alarm is not confirmed, and will not be as far as the answers say: the link is not there. */
const isUnconfirmed = ({ phase, isMissing }: GuardianReport) =>
  isMissing === true && (phase === "sending" || phase === "stored");

/** How far it got, unless the link has ended since: of that only an answer stands. */
function reachText(report: GuardianReport): string {
  if (isUnconfirmed(report)) return `Not confirmed for ${report.name}: text or call`;
  if (report.hasLinkEnded !== true) return phaseText(report);
  const ended = phaseText({ ...report, phase: "ended" });
  return report.phase in guardianAnswers ? `${phaseText(report)}. ${ended}` : ended;
}

/** What a guardian's line says. Before the digits are compared, the phone at the other end may be somebody else's. */
function guardianText(report: GuardianReport): string {
  return report.isCompared ? reachText(report) : `${reachText(report)} (digits not compared)`;
}

/** Nothing comes of these any more. */
const lost: readonly ReportPhase[] = ["refused", "ended"];
const isLost = (report: GuardianReport) =>
  report.hasLinkEnded || lost.includes(report.phase) || isUnconfirmed(report);

/** A line for each guardian. What a push service accepted may never be shown, so that only an answer counts as good. */
export function guardianFacts(reports: readonly GuardianReport[]): Fact[] {
  return reports.map((report) => ({
    name: "guardian",
    key: report.guardian,
    text: guardianText(report),
    standing: isLost(report) ? "wrong" : standing(hasAnswered(report)),
  }));
}

function recordingFact(state: EmergencyState, yes: string): Fact {
  const standings: Readonly<Record<RecordingClaim, Standing>> = {
    recording: "good",
    "not-saved": "wrong",
    "recording-elsewhere": "good",
    "no-sound": "wrong",
    starting: "waiting",
    "not-recording": "wrong",
  };
  return {
    name: "recording",
    text: recordingText(state, yes),
    standing: standings[recordingClaim(state)],
  };
}

/** The lines of the emergency lock screen. */
export function lockFacts(
  state: EmergencyState,
  emergency: Emergency,
  place: LocationChoice,
  reports: readonly GuardianReport[] = [],
): Fact[] {
  const age = place.kind === "aged" ? `The location is ${ageText(place.ageMs)}.` : null;
  const text = place.kind === "none" ? "Location not recorded" : "Location recorded";
  return [
    { name: "location", text, standing: standing(place.kind !== "none"), age },
    recordingFact(state, "Recording audio evidence"),
    contactsFact(emergency, reports),
  ];
}

/** The lines of the overlay lock. */
export function overlayFacts(
  state: EmergencyState,
  emergency: Emergency,
  place: LocationChoice,
  reports: readonly GuardianReport[] = [],
): Fact[] {
  const isShared = toldContacts(emergency).some(({ told }) => told === "place");
  const isOpened = openedMessages(emergency).some(({ hadPlace }) => hadPlace);
  const ready = place.kind === "none" ? "Location not known yet" : "Location ready to share";
  const waiting = isOpened ? "Location in the opened message" : ready;
  const text = isShared ? "Location shared" : waiting;
  return [
    contactsFact(emergency, reports),
    recordingFact(state, "Audio recording in progress"),
    { name: "location", text, standing: standing(isShared) },
  ];
}

const statusTexts = {
  prepared: "Message ready - tap to send",
  opened: "Message opened. Press send in your messages app.",
  confirmed: "You confirmed that it was sent.",
} as const;

/** The status of a message in one sentence; `hasPlace` is whether its text would hold the location now. */
export function messageText(
  emergency: Emergency,
  message: ContactMessage,
  hasPlace: boolean,
): string {
  if (message.status !== "prepared" && isDue(emergency, message)) {
    return "You asked for help again. Tap to send another message.";
  }
  return lacksPlace(message, hasPlace)
    ? "It was opened without your location, which is known now. Send again to add it."
    : statusTexts[message.status];
}
