/**
 * What two accounts of an emergency say together: two tabs' accounts, or those of the database and of local storage. Neither
 * takes back what the other knows, and the worse truth holds.
 */
import { isBetterPosition } from "#content/position.ts";
import type { ContactMessage, MessageStatus, Told } from "./contact-message.ts";
import type { Disguise, Emergency } from "./state.ts";

/**
 * The disguise of one emergency of which there are two accounts: neither a decoy unlock nor the lock's opening is taken
 * back. A test that became real is another matter: what its trigger chose holds, and nothing of the test's lock.
 */
function disguiseOf(
  one: Disguise & Pick<Emergency, "kind">,
  other: Disguise & Pick<Emergency, "kind">,
): Disguise {
  if (one.kind !== other.kind) {
    const { isDecoy, isDisguised } = one.kind === "real" ? one : other;
    return { isDecoy, isDisguised };
  }
  return {
    isDecoy: one.isDecoy || other.isDecoy,
    isDisguised: one.isDisguised && other.isDisguised,
  };
}

const order: readonly MessageStatus[] = ["prepared", "opened", "confirmed"];
const tellings: readonly Told[] = ["nothing", "text", "place"];

/** A message as far as one of two accounts has it. What is known of one text says nothing of another alarm's. */
function further(one: ContactMessage, other: ContactMessage | undefined): ContactMessage {
  if (other === undefined) return one;
  const told = tellings.indexOf(other.told) > tellings.indexOf(one.told) ? other.told : one.told;
  if (one.alarm !== other.alarm) return { ...(other.alarm > one.alarm ? other : one), told };
  if (one.status === other.status)
    return { ...one, told, hadPlace: one.hadPlace || other.hadPlace };
  const isFurther = order.indexOf(other.status) > order.indexOf(one.status);
  return { ...(isFurther ? other : one), told };
}

/** The messages of two accounts of one kind; `ours` may lack what is stored. */
const messagesOf = (ours: Emergency, theirs: Emergency) =>
  theirs.messages.map((message) =>
    further(
      message,
      ours.messages.find(({ phoneNumber }) => phoneNumber === message.phoneNumber),
    ),
  );

/** The alarm that waits in one of two accounts, unless the other knows that it was raised. */
function alarmDueOf(ours: Emergency, theirs: Emergency): number | null {
  if (ours.alarms === theirs.alarms) return theirs.alarmDueAt ?? ours.alarmDueAt;
  return (ours.alarms > theirs.alarms ? ours : theirs).alarmDueAt;
}

/** Whether the first of two emergencies gives way to the one that was stored first: a real one never does to a test. */
export const givesWay = (ours: Emergency, theirs: Emergency): boolean =>
  ours.id !== theirs.id && (ours.kind === "test" || theirs.kind === "real");

/**
 * The one emergency of two accounts. `theirs` is the stored one: where nothing else decides, it is right, and another
 * emergency that was stored first goes on under its id. A test and a real emergency are a real one, with nothing of the
 * test's messages, which told nobody, and without its place, which may be too old. `isSealed` says whether a PIN is a hash,
 * which takes the place of one in clear.
 */
export function merged(
  ours: Emergency,
  theirs: Emergency,
  isSealed: (pin: string) => boolean = () => false,
): Emergency {
  const ids = new Set([...theirs.joined, ...ours.joined, ours.id]);
  const joined = [...ids].filter((id) => id !== theirs.id);
  if (givesWay(ours, theirs)) {
    // No code that was typed before the call that began ours ends it.
    const calledAt = Math.max(theirs.calledAt, ours.kind === "real" ? ours.calledAt : 0);
    return { ...theirs, joined, calledAt };
  }
  const isBetter = ours.location !== null && isBetterPosition(ours.location, theirs.location);
  const isHashed = isSealed(ours.ownPin) && !isSealed(theirs.ownPin);
  const shared = {
    id: theirs.id,
    joined,
    sequence: Math.max(ours.sequence, theirs.sequence),
    calledAt: Math.max(ours.calledAt, theirs.calledAt),
    location: isBetter ? ours.location : theirs.location,
    ownPin: isHashed ? ours.ownPin : theirs.ownPin || ours.ownPin,
    ...disguiseOf(ours, theirs),
  };
  if (ours.kind !== theirs.kind) {
    const real = ours.kind === "real" ? ours : theirs;
    return { ...real, ...shared, location: real.location };
  }
  return {
    ...theirs,
    ...shared,
    messages: messagesOf(ours, theirs),
    alarms: Math.max(ours.alarms, theirs.alarms),
    alarmedAt: Math.max(ours.alarmedAt, theirs.alarmedAt),
    alarmDueAt: alarmDueOf(ours, theirs),
  };
}
