/**
 * Lets sound leave the phone while it is recorded, for guardians who were chosen for that. It begins after the first sound is on the
 * disk, goes on after the emergency until everything is sent, and after a kill when the app is opened again.
 */
import { emergencyName } from "#content/guardian-answers.ts";
import { soundLimits } from "#content/sound-limits.ts";
import { oneAtATime } from "#platform/one-at-a-time.ts";
import type { LinkedGuardian } from "#store/guardians/guardians.ts";
import {
  addCopy,
  changeCopy,
  forgetOldCopies,
  type SoundCopy,
  soundCopies,
  soundGuardians,
} from "#store/guardians/sound-copies.ts";
import { itemsFirst } from "#sync/items-first.ts";
import { giveSounds, newCopy, toGive, withGiven } from "#sync/sound-giving.ts";
import { onPhoneUntil } from "#sync/sound-parts.ts";
import { type SoundOutcome, sendSounds } from "#sync/sound-sending.ts";
import { soundLine } from "../lock/sound-line.ts";
import { type Emergency, isHidden } from "../machine/state.ts";
import type { AlertDevices } from "./alert-devices.ts";
import { soundPacing } from "./sound-pacing.ts";
import { type Refusal, type SoundFacts, soundText } from "./sound-words-rules.ts";

/** How many looks find nothing to send until the next event is waited for: a recorder closes its last part late. */
const LAST_LOOKS = 10;

/** The copy of the emergency that is on, with everybody who is chosen now; null where nobody ever was. */
async function copyFor(
  { id, kind }: Emergency,
  chosen: readonly LinkedGuardian[],
  at: number,
): Promise<SoundCopy | null> {
  const known = (await soundCopies.read()).find(({ emergency }) => emergency === id) ?? null;
  if (chosen.length === 0) return known;
  const isDrill = kind === "test";
  const named = { name: emergencyName(id, isDrill), isDrill, at };
  const copy = known ?? (await addCopy(newCopy(id, at)));
  if (withGiven(copy, chosen, named) === copy) return copy;
  return changeCopy(id, (before) => withGiven(before, chosen, named));
}

/** What the lock says of the copy, for those who are still chosen. */
function textOf(
  copy: SoundCopy,
  chosen: readonly LinkedGuardian[],
  until: number,
  { refusal, now }: Pick<SoundFacts, "refusal" | "now">,
): string | null {
  const listeners = chosen.map(({ id, name }) => ({
    name,
    isGiven: copy.given.some(({ guardian, state }) => guardian === id && state === "taken"),
    heldUntil: copy.heldUntil[id] ?? null,
  }));
  const reach = { onPhoneUntil: until, storedUntil: copy.storedUntil };
  return soundText({ ...reach, listeners, refusal, now });
}

/** Counts the looks that found nothing to send of an emergency that is over: a recorder closes its last part late. */
function settling(isOn: (emergency: string) => boolean) {
  const looks = new Map<string, number>();
  return {
    isSettled: (emergency: string) => (looks.get(emergency) ?? 0) >= LAST_LOOKS,
    onDone: (emergency: string) => {
      if (!isOn(emergency)) looks.set(emergency, (looks.get(emergency) ?? 0) + 1);
    },
    again: () => looks.clear(),
  };
}

/** Gives guardians what it takes to listen, each at their own pace, so that a link that takes nothing holds up no sound. */
function givingOf({ clocks }: AlertDevices, mayGo: () => Promise<boolean>) {
  const wall = () => clocks().wall;
  const { waitMs, note, lineChanged } = soundPacing(() => clocks().running ?? wall());
  const isDue = (guardian: string) => waitMs(guardian) === 0;
  return {
    lineChanged,
    give: oneAtATime(async () => {
      if (await mayGo()) await giveSounds({ isDue, onOutcome: note });
    }),
    /** How long everybody waits to whom something of these copies is still to be given. */
    waitsMs: async (copies: readonly SoundCopy[]): Promise<readonly number[]> => {
      const chosen = await soundGuardians();
      const waiting = chosen.filter((one) =>
        copies.some((copy) => toGive(copy, one, wall()).length > 0),
      );
      return waiting.map(({ id }) => waitMs(id));
    },
  };
}

/** Shows how far the sound of the emergency is that is on. */
async function showStanding(
  devices: AlertDevices,
  refusal: (emergency: string) => Refusal | null,
): Promise<void> {
  const emergency = devices.emergency();
  const until = emergency && (await onPhoneUntil(emergency.id));
  if (emergency === null || until === null) return soundLine.set(null);
  const chosen = await soundGuardians();
  const { wall } = devices.clocks();
  const copy = await copyFor(emergency, chosen, wall);
  // It may have changed meanwhile.
  const now = devices.emergency();
  const isSeen = now?.id === emergency.id && !isHidden(now);
  const told = { refusal: refusal(emergency.id), now: wall };
  soundLine.set(isSeen && copy ? textOf(copy, chosen, until, told) : null);
}

/** Starts, for as long as the page is open; returns how to stop. */
export function startSoundCopying(devices: AlertDevices): () => void {
  const running = () => devices.clocks().running ?? devices.clocks().wall;
  const isOn = (id: string) => devices.emergency()?.id === id;
  const [pace, settled] = [soundPacing(running), settling(isOn)];
  const first = itemsFirst(running);
  let isOver = false;
  const mayGo = async () => !isOver && (await first.mayGo());
  const giving = givingOf(devices, mayGo);
  let stopWaiting: () => void = () => undefined;
  const waitFor = (ms: number) => {
    stopWaiting();
    if (!isOver) stopWaiting = devices.after(ms, look);
  };
  const send = async () => {
    const isDue = (id: string) => !settled.isSettled(id) && pace.waitMs(id) === 0;
    const onOutcome = (id: string, outcome: SoundOutcome) => {
      pace.note(id, outcome);
      if (outcome.type === "done") settled.onDone(id);
    };
    await sendSounds({ isOn, isDue, onMade: giving.give, onOutcome, ...first, mayGo });
    // While an emergency is on, each look asks for the next one: what the lock says must not wait.
    if (devices.emergency() !== null) return;
    const copies = await soundCopies.read();
    const more = copies.filter((one) => !settled.isSettled(one.emergency));
    const waits = more.map((one) => pace.waitMs(one.emergency));
    waits.push(...(await giving.waitsMs(copies)));
    if (waits.length > 0) waitFor(Math.max(Math.min(...waits), soundLimits.lookEveryMs));
  };
  const sending = oneAtATime(send);
  const showing = oneAtATime(async () => {
    // Where this cannot be read, what was noted before is sent all the same.
    await showStanding(devices, pace.refusal).catch(() => soundLine.set(null));
    if (isOver) return soundLine.set(null);
    sending();
    giving.give();
  });
  const look = () => {
    // What is shown does not wait for what is sent.
    if (devices.emergency() !== null) waitFor(soundLimits.lookEveryMs);
    showing();
  };
  const begin = () => {
    settled.again();
    look();
  };
  let before = devices.emergency();
  const stops = [
    devices.onEmergency(() => {
      const now = devices.emergency();
      // At once, so that no disguise is late.
      if (now === null || isHidden(now)) soundLine.set(null);
      if (now?.id !== before?.id || now?.kind !== before?.kind) begin();
      before = now;
    }),
    devices.onShown(begin),
    devices.onConnection(() => {
      pace.lineChanged();
      giving.lineChanged();
      begin();
    }),
  ];
  void forgetOldCopies(devices.clocks().wall).catch(() => undefined);
  begin();
  return () => {
    isOver = true;
    soundLine.set(null);
    stopWaiting();
    for (const each of stops) each();
  };
}
