/** A microphone with its recorder and its meter, for a tab of a fake phone. */
import type { Devices } from "#features/emergency/devices/devices.ts";
import { MicrophoneError, type MicrophoneProblem } from "#platform/sound/microphone.ts";
import type { RecorderListener } from "#platform/sound/sound-recorder.ts";
import { settle } from "./fake-clock.ts";

/** What kinds of recorders the phone's browser has. */
const RECORDERS = ["audio/webm;codecs=opus", "audio/mp4;codecs=opus", "audio/wav"];

/** The microphone of one tab; the test speaks into it and sets its level. */
export function fakeMicrophone(
  phone: { microphoneProblem: MicrophoneProblem | null; microphonePermission: PermissionState },
  tab: { level: number | null; isMeterStalled: boolean },
) {
  const microphone = { opened: 0, running: 0 };
  const recorder = { type: "", emptyTypes: new Set<string>() };
  let interrupted: (isInterrupted: boolean) => void = () => undefined;
  let listener: RecorderListener | null = null;
  let heardMs = 0;
  let isMuted = false;
  const unmuting = new Set<() => void>();
  const allowing = new Set<() => void>();
  const devices = {
    takeMicrophone: async () => "free" as const,
    microphonePermission: async () => phone.microphonePermission,
    onMicrophoneAllowed: (heard) => {
      allowing.add(heard);
      return () => allowing.delete(heard);
    },
    leaveMicrophone: () => undefined,
    openMicrophone: async () => {
      const problem = phone.microphoneProblem;
      if (problem !== null) throw new MicrophoneError(problem, new Error(`It is ${problem}.`));
      microphone.opened += 1;
      isMuted = false;
      return { active: true } as MediaStream;
    },
    closeStream: () => undefined,
    isMuted: () => isMuted,
    onUnmuted: (_stream, heard) => {
      unmuting.add(heard);
      return () => unmuting.delete(heard);
    },
    // Each reading hears a quarter of a second more.
    meterLevel: () => ({
      read: () => {
        heardMs += tab.isMeterStalled ? 0 : 250;
        return tab.level === null ? null : { peak: tab.level, heardMs };
      },
      close: () => undefined,
    }),
    recorderTypes: () => RECORDERS,
    holdAudioSession: (heard) => {
      interrupted = heard;
      return () => {
        interrupted = () => undefined;
      };
    },
    startRecorder: async (_stream, type, mine) => {
      microphone.running += 1;
      recorder.type = type;
      listener = mine;
      return {
        mimeType: type,
        stop: async () => {
          microphone.running -= 1;
          listener = null;
        },
      };
    },
  } satisfies Partial<Devices>;
  return {
    microphone,
    recorder,
    devices,
    interrupt: async (isInterrupted: boolean) => {
      interrupted(isInterrupted);
      await settle();
    },
    speak: async (sound: string | Uint8Array<ArrayBuffer>) => {
      if (listener === null) throw new Error("Nothing records.");
      if (recorder.emptyTypes.has(recorder.type)) listener.onEmpty();
      else listener.onPiece(new Blob([sound]));
      await settle();
    },
    allowMicrophone: async () => {
      Object.assign(phone, { microphoneProblem: null, microphonePermission: "granted" });
      for (const allowed of [...allowing]) allowed();
      await settle();
    },
    breakRecorder: async (reason: "ended" | "muted" | "failed") => {
      isMuted = reason === "muted";
      listener?.onBroken(reason);
      await settle();
    },
    unmute: async () => {
      isMuted = false;
      for (const heard of [...unmuting]) heard();
      await settle();
    },
  };
}

/** A phone on which the browser refuses the microphone, until something else is put in its place. */
export function refuseMicrophone(): void {
  const getUserMedia = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
}
