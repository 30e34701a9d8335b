/** A phone in memory for tests of the emergency: all that `Devices` names, with a clock, a disk and tabs that a test moves. */
import type { ToastContent } from "#components/toast/toast-store.ts";
import type { Devices } from "#features/emergency/devices/devices.ts";
import type { EmergencyTrigger } from "#platform/events.ts";
import { isSealedPin } from "#platform/pin-hash.ts";
import type { Whereabouts } from "#platform/sensors/geolocation.ts";
import type { MicrophoneProblem } from "#platform/sound/microphone.ts";
import { zipOf } from "#platform/storage/zip.ts";
import { NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { NO_LOCKOUTS } from "#store/emergency/lockouts.ts";
import { soundLength } from "#store/evidence/media-length.ts";
import { DEFAULT_SETTINGS, type Settings } from "#store/settings/settings.ts";
import { fakeClock, settle } from "./fake-clock.ts";
import { type FakeLocks, fakeLocks } from "./fake-locks.ts";
import { fakeMicrophone } from "./fake-microphone.ts";
import { type FakeDisk, fakeStorage } from "./fake-storage.ts";

/** What all tabs of a phone share, for a test to look at and to change. */
export interface FakePhone extends FakeDisk {
  /** Why the microphone does not open; null when it does. */
  microphoneProblem: MicrophoneProblem | null;
  microphonePermission: PermissionState;
  locationPermission: PermissionState;
  /** The sentence with the server's number; null where the person does not want one. */
  number: string | null;
  readonly openTab: () => FakeTab;
}

/** One tab of the app: its devices, what they were asked to do, and what a test does to them. */
export interface FakeTab {
  readonly devices: Devices;
  readonly toasts: readonly ToastContent[];
  /** The messages that were opened in the messages app. */
  readonly opened: readonly { readonly phoneNumber: string; readonly body: string }[];
  readonly copied: readonly string[];
  /** The texts that the browser was asked to take off the clipboard, and those that it took off. */
  readonly clipboard: { readonly asked: readonly string[]; readonly removed: readonly string[] };
  readonly downloads: readonly { readonly name: string; readonly blob: Blob }[];
  /** What is held now: `page`, `screen`, `position`. */
  readonly holds: ReadonlySet<string>;
  readonly askedForPosition: () => number;
  /** How often the microphone was opened, and how many recorders run now. */
  readonly microphone: { opened: number; running: number };
  /** The kind of the newest recorder, and the kinds that give only empty chunks. */
  readonly recorder: { readonly type: string; readonly emptyTypes: Set<string> };
  /** A call interrupts the sound, or ends. */
  readonly interrupt: (isInterrupted: boolean) => Promise<void>;
  /** A second of sound from the running recorder. */
  readonly speak: (sound: string | Uint8Array<ArrayBuffer>) => Promise<void>;
  /** The running recorder ends without being asked to. */
  readonly breakRecorder: (reason: "ended" | "muted" | "failed") => Promise<void>;
  /** The device, which had muted the microphone, gives its sound again. */
  readonly unmute: () => Promise<void>;
  /** The person allows the microphone, in the browser's settings or in answer to its question. */
  readonly allowMicrophone: () => Promise<void>;
  /** The loudest sample that the meter sees: 0 is silence, null is no measurement. */
  level: number | null;
  /** Whether the browser gives the meter no sound yet, as on a busy phone; it shows zeros then. */
  isMeterStalled: boolean;
  readonly learnPlace: (whereabouts: Partial<Whereabouts>) => void;
  readonly announce: (trigger: EmergencyTrigger) => void;
  readonly move: (magnitude: number) => void;
  /** The browser keeps the screen on, or no longer does. */
  readonly keepScreen: (isKeptOn: boolean) => void;
  /** The page loses its focus, but stays visible. */
  readonly blur: () => void;
  /** The person copies something on the page. */
  readonly copy: () => void;
  /** The person leaves for another app, and comes back after `ms` milliseconds. */
  readonly leaveFor: (ms: number) => Promise<void>;
  readonly setVisible: (isVisible: boolean) => Promise<void>;
  /** How many listeners hear news of a kind. */
  readonly listening: (to: "visibility" | "leaving") => number;
  /** The tab is gone: its timers never run again and its locks are free. */
  readonly close: () => Promise<void>;
}

/** Makes a phone with an empty disk, a working microphone, and a person with two contacts and an own PIN. */
export function fakePhone(settings: Partial<Settings> = {}): FakePhone {
  const locks = fakeLocks();
  let tabs = 0;
  const changed = { settings: heard(), lockouts: heard() };
  let lockouts = NO_LOCKOUTS;
  let kept: Settings = {
    ...DEFAULT_SETTINGS,
    contacts: [
      { id: "a", name: "Ana", phoneNumber: "+61400000001" },
      { id: "b", name: "Ben", phoneNumber: "+61400000002" },
    ],
    pinCode: "482915",
    ...settings,
  };
  const phone: FakePhone = {
    clock: fakeClock(),
    disk: new Map(),
    versions: new Map(),
    texts: new Map(),
    recordings: new Map(),
    chunks: [],
    news: [],
    mirror: NO_EMERGENCY,
    get settings() {
      return kept;
    },
    set settings(next) {
      kept = next;
      changed.settings.call();
    },
    get lockouts() {
      return lockouts;
    },
    set lockouts(next) {
      lockouts = next;
      changed.lockouts.call();
    },
    onSettings: changed.settings.add,
    onLockouts: changed.lockouts.add,
    isDiskSlow: false,
    endNote: null,
    isCacheFull: false,
    roomForChunks: Number.POSITIVE_INFINITY,
    microphoneProblem: null,
    microphonePermission: "granted",
    locationPermission: "granted",
    number: null,
    openTab: () => {
      tabs += 1;
      return fakeTab(phone, locks(), `tab${tabs}`);
    },
  };
  return phone;
}

/** A hash by its form, which holds the digits: hashing is tested for itself, and would only be slow here. */
const fakeHash = (pin: string): string =>
  `pbkdf2-sha256:1:${"0".repeat(32)}:${pin.padEnd(64, "f")}`;

/** Listeners that a test calls. */
function heard<T extends unknown[]>() {
  const all = new Set<(...args: T) => void>();
  return {
    add: (listener: (...args: T) => void) => {
      all.add(listener);
      return () => all.delete(listener);
    },
    call: (...args: T) => {
      for (const listener of [...all]) listener(...args);
    },
    count: () => all.size,
  };
}

/** What reaches the person and other apps. */
function fakeOutput() {
  const toasts: ToastContent[] = [];
  const opened: { phoneNumber: string; body: string }[] = [];
  const copied: string[] = [];
  const clipboard = { asked: [] as string[], removed: [] as string[] };
  const downloads: { name: string; blob: Blob }[] = [];
  const devices = {
    canSendSms: () => true,
    copyText: async (text) => copied.push(text) > 0,
    removeCopied: async (text, when) => {
      clipboard.asked.push(text);
      return when.then(() => clipboard.removed.push(text) > 0).catch(() => false);
    },
    downloadFiles: async (files, name) => {
      const [file, ...others] = files.map((one) => ({ name: one.name, blob: one.content }));
      if (others.length > 0) downloads.push({ name: `${name}.zip`, blob: await zipOf(files) });
      else if (file !== undefined) downloads.push(file);
    },
    loadDownloads: () => import("#platform/storage/download.ts"),
    loadSoundLength: async () => soundLength,
    openSms: (phoneNumber, body) => void opened.push({ phoneNumber, body }),
    showToast: (content) => toasts.push(content),
  } satisfies Partial<Devices>;
  return { toasts, opened, copied, clipboard, downloads, devices };
}

/** What a tab is told by the person and by the browser. */
function fakeNews() {
  const [places, triggers, motions, shown, hidden, leaves, copies, screens] = [
    heard<[]>(),
    heard<[EmergencyTrigger]>(),
    heard<[number]>(),
    heard<[]>(),
    heard<[]>(),
    heard<[]>(),
    heard<[]>(),
    heard<[boolean]>(),
  ];
  let whereabouts: Whereabouts = { isAsking: false, fix: null, problem: null };
  let isVisible = true;
  return {
    screens,
    devices: {
      isVisible: () => isVisible,
      onCopied: copies.add,
      onEmergencyAnnounced: triggers.add,
      onLeave: leaves.add,
      onMotion: motions.add,
      onShown: shown.add,
      onHidden: hidden.add,
      onWhereabouts: places.add,
      whereabouts: () => whereabouts,
    } satisfies Partial<Devices>,
    controls: {
      learnPlace: (news) => {
        whereabouts = { ...whereabouts, ...news };
        places.call();
      },
      announce: triggers.call,
      move: motions.call,
      keepScreen: screens.call,
      blur: leaves.call,
      copy: copies.call,
      listening: (to) => (to === "visibility" ? shown : leaves).count(),
      setVisible: async (now) => {
        isVisible = now;
        if (!now) leaves.call();
        (now ? shown : hidden).call();
        await settle();
      },
    } satisfies Partial<FakeTab>,
  };
}

function fakeTab(phone: FakePhone, locks: FakeLocks, name: string): FakeTab {
  const { clock } = phone;
  const [output, news] = [fakeOutput(), fakeNews()];
  const { toasts, opened, copied, clipboard, downloads } = output;
  const holds = new Set<string>();
  const level = { level: 0.5 as number | null, isMeterStalled: false };
  const { devices: sound, ...microphone } = fakeMicrophone(phone, level);
  let [ids, asked, isOpen] = [0, 0, true];
  const hold = (what: string) => {
    holds.add(what);
    return () => holds.delete(what);
  };
  const whileOpen = (listener: () => void) => () => {
    if (isOpen) listener();
  };
  const devices: Devices = {
    ...fakeStorage(phone, name, () => isOpen),
    ...sound,
    ...output.devices,
    ...news.devices,
    after: (ms, listener) => clock.after(ms, whileOpen(listener)),
    every: (ms, listener) => clock.every(ms, whileOpen(listener)),
    runningTime: clock.runningTime,
    wallTime: clock.wallTime,
    askPosition: () => {
      asked += 1;
    },
    locationPermission: async () => phone.locationPermission,
    emergencyId: () => {
      ids += 1;
      return `${name}-${ids}`;
    },
    followPosition: () => hold("position"),
    holdNavigation: () => hold("page"),
    keepScreenOn: (listener) => {
      const stops = [hold("screen"), news.screens.add(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    numberForChain: async () => phone.number,
    isSealedPin,
    matchesPin: async (entered, kept) =>
      entered !== "" && (kept === entered || kept === fakeHash(entered)),
    sealPin: async (pin) => (isSealedPin(pin) ? pin : fakeHash(pin)),
    isHeldElsewhere: locks.isHeldElsewhere,
    onOtherTab: locks.onOtherTab,
    onOtherTabsChunk: locks.onOtherTabsChunk,
    tellChunk: locks.tellChunk,
    tellOtherTabs: locks.tellOtherTabs,
    whileHolding: locks.whileHolding,
  };
  const close = async () => {
    isOpen = false;
    locks.close();
    await settle();
  };
  const askedForPosition = () => asked;
  const seen = { devices, toasts, opened, copied, clipboard, downloads, holds, askedForPosition };
  return Object.assign(level, {
    ...seen,
    ...news.controls,
    leaveFor: async (ms: number) => {
      await news.controls.setVisible(false);
      await clock.advance(ms);
      await news.controls.setVisible(true);
    },
    ...microphone,
    close,
  });
}
