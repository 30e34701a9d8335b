/** The devices of listening for tests: a recogniser, a microphone with one user, a spotter's worklet, settings and a clock. */
import type { VoiceDevices } from "#features/voice/devices.ts";
import * as mentions from "#features/voice/listening/mentions.ts";
import type { SharingAnswer } from "#features/voice/listening/sharing.ts";
import type { ToWorklet } from "#features/voice/spotter/worklet-messages.ts";
import type { EmergencyTrigger } from "#platform/events.ts";
import { observable } from "#platform/observable.ts";
import type { Battery } from "#platform/sensors/battery.ts";
import type { Capture, CaptureEvents } from "#platform/sound/audio-capture.ts";
import {
  type MicrophoneOwnership,
  type MicrophoneUser,
  microphoneOwnership,
} from "#platform/sound/microphone.ts";
import type { SpeechEvents } from "#platform/sound/speech.ts";
import { DEFAULT_SETTINGS, type Settings } from "#store/settings/settings.ts";
import type { VoicePhrase } from "#store/settings/voice-phrase.ts";
import { type FakeClock, fakeClock, settle } from "./fake-clock.ts";

/** A run of the recogniser or of the spotter. */
interface FakeEngine {
  readonly kind: "recognition-local" | "recognition-remote" | "spotter";
  /** The recorder's stream where it listens along; null where it has the microphone. */
  readonly along: MediaStream | null;
  /** What the spotter's worklet was told. */
  readonly told: ToWorklet[];
  isStopped: boolean;
}

/** What a test looks at and changes. */
export interface FakeVoice {
  readonly devices: VoiceDevices;
  readonly clock: FakeClock;
  /** Every engine that was started, in order. */
  readonly engines: readonly FakeEngine[];
  readonly announced: readonly EmergencyTrigger[];
  /** The engines whose open microphone was kept for its next user. */
  readonly kept: readonly FakeEngine[];
  /** Whether anybody has the microphone. */
  readonly isMicrophoneTaken: () => boolean;
  /** The person changes settings. */
  readonly change: (settings: Partial<Settings>) => Promise<void>;
  /** The person trains a phrase, or forgets it. */
  readonly train: (phrase: VoicePhrase | null) => Promise<void>;
  readonly setOnline: (isOnline: boolean) => Promise<void>;
  /** Somebody else takes the microphone, as a recording does; resolves when it is really free. */
  readonly takeMicrophone: MicrophoneOwnership["take"];
  readonly leaveMicrophone: (user: MicrophoneUser) => void;
  /** The newest engine begins, hears something, fails or ends. */
  readonly begin: () => Promise<void>;
  /** The recogniser notices a sound. */
  readonly sense: () => Promise<void>;
  readonly say: (text: string) => Promise<void>;
  readonly fail: (code: string) => Promise<void>;
  readonly end: () => Promise<void>;
  /** The spotter's worklet gives a sign of life with its peak level, or has heard the phrase. */
  readonly pulse: (peak?: number) => Promise<void>;
  readonly spot: () => Promise<void>;
  readonly loseWorklet: () => Promise<void>;
  /** The device mutes the microphone, or opens it again. */
  readonly mute: (isMuted: boolean) => Promise<void>;
  /** The person comes back to the page, or answers the browser's question elsewhere. */
  readonly comeBack: () => Promise<void>;
  /** While true, a recogniser that is stopped does not end; setting it to false lets it. */
  isEndingLate: boolean;
  /** The same for the spotter's microphone. */
  isCaptureEndingLate: boolean;
  hasRecognition: boolean;
  isPhone: boolean;
  permission: PermissionState;
  battery: Battery | null;
  isEmergencyOn: boolean;
  /** The heart monitor comes in front of the emergency, or goes. */
  readonly hide: (isHidden: boolean) => Promise<void>;
  /** Something else of it changes. */
  readonly changeEmergency: () => Promise<void>;
  /** The recorder of the emergency starts, or its stream closes (null). */
  readonly record: (stream: MediaStream | null) => Promise<void>;
  /** Whether the screen is kept on, and whether the browser refuses to. */
  isScreenHeld: boolean;
  isScreenRefused: boolean;
  /** Why the spotter's microphone does not open. */
  captureError: Error | null;
  /** What this session of the browser knows about a spotter beside recognition. */
  answer: SharingAnswer | null;
}

/** A trained phrase; `threshold` tells two trainings of it apart. */
export function trainedPhrase(threshold = 1): VoicePhrase {
  const take = [new Float32Array(4)];
  return { phrase: "purple umbrella", takes: [take, take], threshold, strength: "strong" };
}

/** The page's real rules of who has the microphone, on the fake clock. */
function fakeOwnership(clock: FakeClock): MicrophoneOwnership {
  return microphoneOwnership((promise, ms, otherwise) =>
    Promise.race([
      promise.catch(() => otherwise),
      new Promise<typeof otherwise>((resolve) => clock.after(ms, () => resolve(otherwise))),
    ]),
  );
}

const NOBODY: MicrophoneUser = { letGo: async () => undefined };

type EngineControls = Pick<
  FakeVoice,
  "begin" | "sense" | "say" | "fail" | "end" | "pulse" | "spot" | "loseWorklet" | "mute"
>;

/** The recogniser and the spotter's worklet; `of` says how they behave. */
function fakeEngines(clock: FakeClock, of: () => FakeVoice) {
  const engines: FakeEngine[] = [];
  let speech: SpeechEvents | null = null;
  let capture: CaptureEvents | null = null;
  const begun = (kind: FakeEngine["kind"], along: MediaStream | null = null): FakeEngine => {
    const engine: FakeEngine = { kind, along, told: [], isStopped: false };
    engines.push(engine);
    return engine;
  };
  const captured = (events: CaptureEvents, along: MediaStream | null): Capture => {
    const engine = begun("spotter", along);
    capture = events;
    return {
      tell: (message) => void engine.told.push(message as ToWorklet),
      close: async () => {
        while (of().isCaptureEndingLate) await new Promise<void>((go) => clock.after(10, go));
        engine.isStopped = true;
      },
    };
  };
  const devices = {
    captureSound: async (_url, _name, events) => {
      const { captureError } = of();
      if (captureError !== null) throw captureError;
      return captured(events, null);
    },
    captureStream: async (stream, _url, _name, events) => captured(events, stream),
    recogniseSpeech: (isLocal, events) => {
      const engine = begun(isLocal ? "recognition-local" : "recognition-remote");
      speech = events;
      return {
        stop: async () => {
          engine.isStopped = true;
          while (of().isEndingLate) await new Promise<void>((go) => clock.after(10, go));
          events.ended();
        },
      };
    },
  } satisfies Partial<VoiceDevices>;
  const controls: EngineControls = {
    begin: () => settled(() => speech?.began()),
    sense: () => settled(() => speech?.sensed?.()),
    say: (text) => settled(() => speech?.heard(text)),
    fail: (code) => settled(() => speech?.failed(code)),
    end: () => settled(() => speech?.ended()),
    pulse: (peak = 0.1) => settled(() => capture?.said({ type: "alive", peak })),
    spot: () => settled(() => capture?.said({ type: "spotted" })),
    mute: (isMuted) => settled(() => capture?.muted?.(isMuted)),
    loseWorklet: () => settled(() => capture?.lost()),
  };
  return { engines, devices, controls };
}

/** Does something and lets everything settle that follows from it. */
async function settled(act: () => void): Promise<void> {
  act();
  await settle();
}

/** Makes the devices of a person with these settings. */
export function fakeVoice(changed: Partial<Settings> = {}): FakeVoice {
  const clock = fakeClock();
  const settings = observable<Settings>({ ...DEFAULT_SETTINGS, ...changed });
  const trained = observable<{ readonly phrase: VoicePhrase | null }>({ phrase: null });
  const online = observable(true);
  const announced: EmergencyTrigger[] = [];
  const kept: FakeEngine[] = [];
  const { take, leave, isTaken } = fakeOwnership(clock);
  const visits = observable(0);
  const sound = observable<MediaStream | null>(null);
  let isHiddenNow = false;
  const emergencies = observable(0);
  const { engines, devices: engineDevices, controls } = fakeEngines(clock, () => fake);
  const devices: VoiceDevices = {
    ...engineDevices,
    after: clock.after,
    every: clock.every,
    runningTime: clock.runningTime,
    wallTime: clock.wallTime,
    announceEmergency: (trigger) => void announced.push(trigger),
    canCapture: () => true,
    hasSpeechRecognition: () => fake.hasRecognition,
    isApplePhone: () => false,
    isPhone: () => fake.isPhone,
    isEmergencyOn: () => fake.isEmergencyOn,
    isEmergencyHidden: () => fake.isEmergencyOn && isHiddenNow,
    isMicrophoneTaken: isTaken,
    isOnline: online.get,
    isSafari: () => false,
    isSpeechLocal: async () => false,
    isStandalone: () => false,
    keepMicrophone: () => {
      kept.push(...engines.filter((one) => one.kind === "spotter" && !one.along && !one.isStopped));
    },
    keepScreenOn: (listener) => {
      fake.isScreenHeld = !fake.isScreenRefused;
      queueMicrotask(() => listener(!fake.isScreenRefused));
      return () => {
        fake.isScreenHeld = false;
      };
    },
    keepSharing: (answer) => {
      fake.answer = answer;
      return true;
    },
    readSharing: () => fake.answer,
    leaveMicrophone: leave,
    loadMentions: async () => mentions,
    microphonePermission: async () => fake.permission,
    onConnection: online.subscribe,
    onEmergency: emergencies.subscribe,
    onRecordedSound: sound.subscribe,
    recordedSound: sound.get,
    onMicrophoneAllowed: () => () => undefined,
    onShown: visits.subscribe,
    onSettings: settings.subscribe,
    onVoicePhrase: trained.subscribe,
    readBattery: async () => fake.battery,
    readSettings: settings.get,
    readVoicePhrase: async () => trained.get().phrase,
    takeMicrophone: take,
  };
  const fake: FakeVoice = {
    ...controls,
    devices,
    clock,
    engines,
    announced,
    kept,
    isMicrophoneTaken: () => isTaken(NOBODY),
    comeBack: () => settled(() => visits.set(visits.get() + 1)),
    change: (next) => settled(() => settings.set({ ...settings.get(), ...next })),
    train: (phrase) => settled(() => trained.set({ phrase })),
    setOnline: (isOnline) => settled(() => online.set(isOnline)),
    takeMicrophone: take,
    leaveMicrophone: leave,
    hide: (isHidden) =>
      settled(() => {
        isHiddenNow = isHidden;
        emergencies.set(emergencies.get() + 1);
      }),
    changeEmergency: () => settled(() => emergencies.set(emergencies.get() + 1)),
    record: (stream) => settled(() => sound.set(stream)),
    isEndingLate: false,
    isCaptureEndingLate: false,
    hasRecognition: true,
    isPhone: true,
    permission: "granted",
    battery: null,
    isEmergencyOn: false,
    isScreenHeld: false,
    isScreenRefused: false,
    captureError: null,
    answer: null,
  };
  return fake;
}
