/** The devices of listening for tests: a recogniser, a microphone with one user, a spotter's worklet, settings and a clock. */
import type { VoiceDevices } from "#features/voice/devices.ts";
import type { ToWorklet } from "#features/voice/spotter/worklet-messages.ts";
import type { CaptureEvents } from "#platform/audio-capture.ts";
import type { Battery } from "#platform/battery.ts";
import type { EmergencyTrigger } from "#platform/events.ts";
import type { MicrophoneUser } from "#platform/microphone.ts";
import { observable } from "#platform/observable.ts";
import type { SpeechEvents } from "#platform/speech.ts";
import { DEFAULT_SETTINGS, type Settings } from "#store/settings.ts";
import type { VoicePhrase } from "#store/voice-phrase.ts";
import { type FakeClock, fakeClock, settle } from "./fake-clock.ts";

/** A run of the recogniser or of the spotter. */
interface FakeEngine {
  readonly kind: "recognition-local" | "recognition-remote" | "spotter";
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
  /** Who has the microphone. */
  readonly microphone: () => MicrophoneUser | null;
  /** The person changes settings. */
  readonly change: (settings: Partial<Settings>) => Promise<void>;
  /** The person trains a phrase, or forgets it. */
  readonly train: (phrase: VoicePhrase | null) => Promise<void>;
  readonly setOnline: (isOnline: boolean) => Promise<void>;
  /** Somebody else takes the microphone, as a recording does; resolves when it is really free. */
  readonly takeMicrophone: (user: MicrophoneUser) => Promise<void>;
  readonly leaveMicrophone: (user: MicrophoneUser) => void;
  /** The newest engine begins, hears something, fails or ends. */
  readonly begin: () => Promise<void>;
  readonly say: (text: string) => Promise<void>;
  readonly fail: (code: string) => Promise<void>;
  readonly end: () => Promise<void>;
  /** The spotter's worklet says something; silence is the absence of `alive`. */
  readonly worklet: (message: "alive" | "spotted") => Promise<void>;
  readonly loseWorklet: () => Promise<void>;
  /** While true, a recogniser that is stopped does not end; setting it to false lets it. */
  isEndingLate: boolean;
  hasRecognition: boolean;
  permission: PermissionState;
  battery: Battery | null;
  isEmergencyOn: boolean;
  /** Why the spotter's microphone does not open. */
  captureError: Error | null;
}

/** A trained phrase; `threshold` tells two trainings of it apart. */
export function trainedPhrase(threshold = 1): VoicePhrase {
  const take = [new Float32Array(4)];
  return { phrase: "purple umbrella", takes: [take, take], threshold, strength: "strong" };
}

/** A microphone that one user has at a time; the next one waits until the one before has let go. */
function fakeOwnership() {
  let user: MicrophoneUser | null = null;
  return {
    user: () => user,
    take: async (next: MicrophoneUser) => {
      const before = user;
      user = next;
      if (before !== null && before !== next) await before.letGo();
    },
    leave: (former: MicrophoneUser) => {
      user = user === former ? null : user;
    },
  };
}

type EngineControls = Pick<FakeVoice, "begin" | "say" | "fail" | "end" | "worklet" | "loseWorklet">;

/** The recogniser and the spotter's worklet; `of` says how they behave. */
function fakeEngines(clock: FakeClock, of: () => FakeVoice) {
  const engines: FakeEngine[] = [];
  let speech: SpeechEvents | null = null;
  let capture: CaptureEvents | null = null;
  const begun = (kind: FakeEngine["kind"]): FakeEngine => {
    const engine: FakeEngine = { kind, told: [], isStopped: false };
    engines.push(engine);
    return engine;
  };
  const devices = {
    captureSound: async (_url, _name, events) => {
      const { captureError } = of();
      if (captureError !== null) throw captureError;
      const engine = begun("spotter");
      capture = events;
      return {
        tell: (message) => void engine.told.push(message as ToWorklet),
        close: async () => {
          engine.isStopped = true;
        },
      };
    },
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
    say: (text) => settled(() => speech?.heard(text)),
    fail: (code) => settled(() => speech?.failed(code)),
    end: () => settled(() => speech?.ended()),
    worklet: (type) => settled(() => capture?.said({ type })),
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
  const { user, take, leave } = fakeOwnership();
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
    isEmergencyOn: () => fake.isEmergencyOn,
    isMicrophoneTaken: (me) => user() !== null && user() !== me,
    isOnline: online.get,
    isSafari: () => false,
    isSpeechLocal: async () => false,
    isStandalone: () => false,
    leaveMicrophone: leave,
    microphonePermission: async () => fake.permission,
    onConnection: online.subscribe,
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
    microphone: user,
    change: (next) => settled(() => settings.set({ ...settings.get(), ...next })),
    train: (phrase) => settled(() => trained.set({ phrase })),
    setOnline: (isOnline) => settled(() => online.set(isOnline)),
    takeMicrophone: take,
    leaveMicrophone: leave,
    isEndingLate: false,
    hasRecognition: true,
    permission: "granted",
    battery: null,
    isEmergencyOn: false,
    captureError: null,
  };
  return fake;
}
