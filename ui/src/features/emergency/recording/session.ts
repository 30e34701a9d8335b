/** Keeps an emergency recorded: one tab at a time, part after part, until it is told to stop. */
import { recordingErrors } from "#content/messages.ts";
import { MicrophoneError, type MicrophoneUser } from "#platform/sound/microphone.ts";
import type { Devices } from "../devices/devices.ts";
import type { RecorderEvent } from "../machine/state.ts";
import { noteNumber } from "./chain-number.ts";
import type { EvidenceWriter, PartTally } from "./evidence-writer.ts";
import { soundAgain } from "./muted.ts";
import { offer } from "./offer.ts";
import { recordPart } from "./part.ts";
import { afterFailure, afterPart, firstPart, type Step, takenLate } from "./part-order.ts";
import { rescueOf } from "./rescue.ts";
import { type RetryWait, retryWait, withTimeout } from "./waits.ts";

const RECORDER_LOCK = "emergency-recorder";
/** A tab that has not got the recorder's lock after this long (milliseconds) leaves recording to another one. */
const TURN_MS = 250;
/** The recorder's lock is let go this long after the end (milliseconds): the next emergency is recorded whatever hangs. */
const RELEASE_MS = 1_000;
/** How long the first part waits for what reads its length (milliseconds): its first chunk takes about as long. */
const LOAD_MS = 500;

/** What the session is given. */
export interface SessionPlan {
  readonly devices: Devices;
  /** The emergency's id, once it is settled which tab's emergency counts. */
  readonly settledId: () => Promise<string>;
  readonly report: (event: RecorderEvent) => void;
  /** Whether opening the microphone makes the browser ask nothing, or where the person sees the lock. */
  readonly mayOpen: () => Promise<boolean>;
  /** Whether the app came back into an emergency that had begun before. */
  readonly isResumed: boolean;
  /**
   * What is at risk of an emergency before that is still being closed here: it is told with this one's end. What is stored of it
   * does not make this one's recording saved.
   */
  readonly earlier?: RecordingSession["atRisk"] | undefined;
}

/** A recording in progress, or the wait for one. */
export interface RecordingSession {
  /** Ends recording; resolves when everything is written, to whether all the sound that is not stored was offered as a file. */
  readonly stop: () => Promise<boolean>;
  /** Tries again at once where the microphone had been refused, and opens one anew that gives no sound. */
  readonly retry: () => void;
  /** The parts of which the disk would not take some sound, also those of an emergency before. */
  readonly atRisk: () => readonly EvidenceWriter[];
  /** Each of them with what the disk did take; after the end at once, for a browser that goes by the tap. */
  readonly soundAtRisk: () => Promise<readonly Blob[]>;
}

/** Why nothing is recorded, for the person: the browser's own words where it says more than that it failed. */
function reasonText(error: unknown): string {
  if (!(error instanceof MicrophoneError)) return recordingErrors.notStarted;
  const said =
    error.reason === "unavailable" && error.cause instanceof Error && error.cause.message;
  return said || recordingErrors[error.reason];
}

/** What a session keeps while its parts follow each other. */
interface Running {
  readonly plan: SessionPlan;
  readonly wait: RetryWait;
  /** Resolves when recording is to stop. */
  readonly stopped: Promise<void>;
  readonly isOver: () => boolean;
  /** Of all its parts: an earlier one may hold sound that the disk would not take. */
  readonly writers: EvidenceWriter[];
  /** The number of the newest part that has one. */
  number: number;
  /** Is told of each write. */
  readonly rescue: ReturnType<typeof rescueOf>;
  /** Ends the part that runs. */
  endPart: (reason: "retried" | "interrupted") => void;
  /** Whether the sound was interrupted while no part ran that could end. */
  isInterrupted: boolean;
}

const closedOf = (tallies: readonly PartTally[]) => ({
  stored: tallies.reduce((sum, { stored }) => sum + stored, 0),
  unsaved: tallies.reduce((sum, { unsaved }) => sum + unsaved, 0),
});

/** No file says how much sound it holds: every chunk with bytes counts, for as long as it was recorded. */
const unknownLength = () => () => null;

/** What reads how much sound a file holds; loaded with the page, and done without where it does not come. */
const lengthReader = (devices: Devices) =>
  withTimeout(devices, devices.loadSoundLength(), () => unknownLength, LOAD_MS);

/** Follows what the system does with the page's sound; no recording depends on it. Returns how to stop. */
function followAudioSession(running: Running): () => void {
  try {
    return running.plan.devices.holdAudioSession((isInterrupted) => {
      running.isInterrupted = isInterrupted;
      if (isInterrupted) running.endPart("interrupted");
      else running.wait.wake();
    });
  } catch {
    return () => undefined;
  }
}

/** Waits as long as a step says. Returns the microphone where it stayed open and gives sound again. */
async function pauseFor({ pause }: Step, muted: MediaStream | null, running: Running) {
  const { plan, wait } = running;
  if (muted !== null && typeof pause === "number")
    return soundAgain(muted, pause, { ...plan, ...running });
  if (pause !== null) await wait.until(pause);
  return null;
}

/** Records part after part; an interruption, or a microphone that does not open, only delays the next one. */
async function recordParts(running: Running): Promise<void> {
  const { devices, settledId, report, isResumed } = running.plan;
  const me: MicrophoneUser = { letGo: () => Promise.resolve() };
  let next = firstPart(isResumed);
  let stream: MediaStream | null = null;
  const types = devices.recorderTypes();
  const leaveSession = followAudioSession(running);
  while (!running.isOver()) {
    if ((await devices.takeMicrophone(me)) === "late") next = takenLate(next);
    let step: Step;
    let muted: MediaStream | null = null;
    let mine: EvidenceWriter | undefined;
    try {
      const part = await recordPart({
        devices,
        settledId,
        gap: next.gap,
        reopened: next.reopened,
        stream,
        stopped: running.stopped,
        soundLength: lengthReader(devices),
        recorderType: types[next.recorder] ?? "",
        // The disk may take a part before this one later: no two have the same number.
        numberAfter: (stored) => {
          running.number = Math.max(running.number, stored) + 1;
          return running.number;
        },
        onStarted: (id, writer, endPart) => {
          mine = writer;
          if (running.writers.push(writer) === 1) {
            void running.stopped.then(noteNumber(running.plan, writer));
          }
          running.endPart = endPart;
          report({ type: "recording-started", id });
          if (running.isInterrupted) endPart("interrupted");
          running.isInterrupted = false;
        },
        onKept: (isKept, sound) => {
          void running.rescue(isKept);
          // What is written late of a part before says nothing of the present one.
          if (mine !== running.writers.at(-1)) return;
          report(
            sound
              ? { type: "sound-written", isKept, level: sound.level }
              : { type: "evidence-changed", isKept },
          );
        },
      });
      running.endPart = () => undefined;
      muted = part.muted;
      if (part.end === "interrupted") running.isInterrupted = false;
      if (part.end !== "stopped") report({ type: "recording-starting" });
      step = afterPart(next, part, types.length);
    } catch (error) {
      report({ type: "recording-failed", reason: reasonText(error) });
      step = afterFailure(next, error, types.length);
    }
    next = step.next;
    stream = await pauseFor(step, muted, running);
  }
  devices.leaveMicrophone(me);
  leaveSession();
}

/** Does `record` when it is this tab's turn, and says so when another tab has it. */
async function takeTurn(
  devices: Devices,
  record: () => Promise<void>,
  signal: AbortSignal,
  turnMs: number,
  onElsewhere: () => void,
): Promise<void> {
  let isMyTurn = false;
  const turn = devices
    .whileHolding(
      RECORDER_LOCK,
      () => {
        isMyTurn = true;
        return record();
      },
      signal,
    )
    .catch(() => undefined);
  devices.after(turnMs, async () => {
    if (isMyTurn || signal.aborted || !(await devices.isHeldElsewhere(RECORDER_LOCK))) return;
    // On a busy phone this tab may have got the lock while it asked who holds it.
    if (!isMyTurn && !signal.aborted) onElsewhere();
  });
  await turn;
}

/** What a session begins with; `writers` and `atRisk` are those of an emergency before too. */
function beginningOf(plan: SessionPlan, stopped: Promise<void>, isOver: () => boolean) {
  const parts: EvidenceWriter[] = [];
  const writers = () => [...(plan.earlier?.() ?? []), ...parts];
  const atRisk = () => writers().filter((writer) => writer.tally().unsaved > 0);
  const running: Running = {
    plan,
    wait: retryWait(plan.devices, stopped),
    stopped,
    isOver,
    writers: parts,
    number: 0,
    rescue: rescueOf(
      () => atRisk().filter((writer) => writer !== parts.at(-1)),
      (isAtRisk) => plan.report({ type: "risk-changed", isAtRisk }),
    ),
    endPart: () => undefined,
    isInterrupted: false,
  };
  return { running, writers, atRisk };
}

/** Starts recording as soon as this tab may. */
export function startSession(plan: SessionPlan): RecordingSession {
  const { devices, report, earlier } = plan;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
  const { running, writers, atRisk } = beginningOf(plan, stopped, () => signal.aborted);
  let files: readonly Blob[] | null = null;
  const soundAtRisk = async () => {
    if (files !== null) return files;
    const sounds = await Promise.all(atRisk().map((writer) => writer.whole()));
    return sounds.filter((sound) => sound !== null);
  };
  let recorded = Promise.resolve();
  const record = () => {
    recorded = recordParts(running).catch(() => undefined);
    return stopped.then(() => withTimeout(devices, recorded, () => undefined, RELEASE_MS));
  };
  const turnMs = TURN_MS + (earlier ? RELEASE_MS : 0);
  const turn = takeTurn(devices, record, signal, turnMs, () =>
    report({ type: "recording-elsewhere" }),
  );
  return {
    stop: async () => {
      stopping.abort();
      await turn;
      await recorded;
      // Room may have come since a part ended.
      await Promise.all(atRisk().map((writer) => withTimeout(devices, writer.close(), () => null)));
      const parts = atRisk().length;
      // What the disk never took: a file outside the app is the last place for it.
      const sounds = await soundAtRisk();
      files = sounds;
      const closed = closedOf(writers().map((writer) => writer.tally()));
      const tell = (isOffered: boolean | null) =>
        report({ type: "recording-stopped", closed: { ...closed, isOffered } });
      const offering = offer(devices, sounds).then((isAsked) => isAsked && sounds.length === parts);
      const known = parts === 0 || (await withTimeout(devices, offering, () => null));
      tell(known);
      if (known !== null) return known;
      const isOffered = await offering;
      tell(isOffered);
      return isOffered;
    },
    retry: () => {
      running.wait.wake();
      running.endPart("retried");
    },
    atRisk,
    soundAtRisk,
  };
}
