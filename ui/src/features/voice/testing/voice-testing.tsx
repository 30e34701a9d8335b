/** The tab that shows, tries and switches listening. */
import { type ReactNode, useEffect, useState } from "react";
import { RadioGroup } from "#components/form/radio-group.tsx";
import { Switch } from "#components/form/switch.tsx";
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import screenClasses from "#components/layout/screen.module.css";
import { useHydrated, useLazyPart } from "#components/loading.ts";
import textClasses from "#components/text.module.css";
import { showProblem, showToast } from "#components/toast/toast-store.ts";
import { voiceMessages } from "#content/messages.ts";
import { isLongEnough } from "#content/spoken-words.ts";
import { wakeOptions } from "#content/wake-phrases.ts";
import { browserKind } from "#platform/browser.ts";
import { type Settings, settingsRecord } from "#store/settings/settings.ts";
import { saveSettings } from "#store/settings/settings-copy.ts";
import { useVoicePhrase } from "#store/settings/voice-phrase.ts";
import { heardText, isHearing, unheardText, whereSoundGoes } from "../listening/heard-text.ts";
import { isShownRed } from "../listening/power-policy.ts";
import { voiceStatus } from "../listening/status.ts";
import { useBattery } from "../use-battery.ts";
import { useIsRecognised, useVoice } from "../use-voice.ts";
import classes from "../voice.module.css";
import { SafeWordForm } from "./safe-word-form.tsx";

/** Tools below everything else: their code is loaded after the page's own. */
const loadTest = async () => (await import("./voice-test.tsx")).VoiceTest;
const loadTraining = async () => (await import("../training/phrase-training.tsx")).PhraseTraining;

/** `emergency` is the box about an emergency, while there is something to say about one. */
export function VoiceTesting({ emergency }: { readonly emergency: ReactNode }) {
  const { target } = useVoice();
  const isRecognised = useIsRecognised();
  const isAndroid = useHydrated() && browserKind().startsWith("android");
  const settings = settingsRecord.use();
  const phrase = useVoicePhrase()?.phrase ?? null;
  const switchListening = useListeningSwitch();
  const VoiceTest = useLazyPart(loadTest, true);
  const PhraseTraining = useLazyPart(loadTraining, true);
  return (
    <div className={layoutClasses.stack}>
      {emergency}
      <Card className={layoutClasses.stack}>
        <Switch
          label="Voice Activation"
          hint={whereSoundGoes(target)}
          isOn={settings.isListeningEnabled}
          isDisabled={!settings.isListeningEnabled && isWordMissing(settings)}
          onChange={switchListening}
        />
        <ListeningNow />
        <p className={textClasses.note}>
          Listening works while this app is open on the screen.
          {isAndroid && " On Android each restart may beep."}
        </p>
        <RadioGroup
          legend="Listen for"
          value={settings.wakeWordMode}
          onChange={(wakeWordMode) => void showProblem(saveSettings({ wakeWordMode }))}
          options={wakeOptions(phrase, isRecognised)}
        />
        <SafeWordForm />
        <BatteryLine />
      </Card>
      {VoiceTest !== null && <VoiceTest onSwitch={switchListening} />}
      {PhraseTraining !== null && <PhraseTraining />}
    </div>
  );
}

function isWordMissing({ wakeWordMode, safeWord }: Settings): boolean {
  return wakeWordMode === "custom" && !isLongEnough(safeWord);
}

/**
 * Switches listening. On means the safe word, unless it is too short or the trained phrase is chosen; "started" is said
 * once something is heard, and why not otherwise.
 */
function useListeningSwitch(): (isOn: boolean) => Promise<void> {
  const voice = useVoice();
  const [isAwaited, setAwaited] = useState(false);
  const status = voiceStatus(voice);
  const isHeard = isHearing(status);
  const reason = "reason" in status ? status.reason : null;
  const words = heardText(voice);
  useEffect(() => {
    if (!isAwaited) return;
    if (isHeard) showToast(voiceMessages.started(words));
    else if (reason !== null) showToast(voiceMessages.notStarted(reason));
    else return;
    setAwaited(false);
  }, [isAwaited, isHeard, reason, words]);
  return async (isListeningEnabled) => {
    const settings = settingsRecord.read();
    const wakeWordMode =
      isListeningEnabled && settings.wakeWordMode !== "trained" && isLongEnough(settings.safeWord)
        ? "custom"
        : settings.wakeWordMode;
    const problem = await saveSettings({ isListeningEnabled, wakeWordMode });
    setAwaited(problem === null && isListeningEnabled);
    if (problem !== null) showToast(problem);
    else if (!isListeningEnabled) showToast(voiceMessages.stopped);
  };
}

function BatteryLine() {
  const battery = useBattery();
  const { power } = useVoice();
  if (battery === null) return null;
  const percent = Math.round(battery.level * 100);
  return (
    <div className={layoutClasses.tight}>
      <p>
        Battery{" "}
        <strong data-low={isShownRed(battery.level) || undefined} className={classes.percent}>
          {percent}%
        </strong>
        {isShownRed(battery.level) && " - low"}
      </p>
      {power.isLowPower && (
        <p className={screenClasses.inset} role="status">
          Low power mode: listening in short bursts to save the battery.
        </p>
      )}
    </div>
  );
}

const screenTexts = {
  kept: "The screen stays on meanwhile.",
  lost: "This device does not keep the screen on: listening stops when it goes dark.",
} as const;

/** What listening does now and to what it listens. A problem is shown as an alert; what is chosen and not heard stands below. */
export function ListeningNow() {
  const voice = useVoice();
  const status = voiceStatus(voice);
  const unheard = unheardText(voice);
  const words = heardText(voice);
  return (
    <>
      {(status.kind === "paused" || status.kind === "cannot") && (
        <p className={classes.error} role="alert">
          Not listening: {status.reason}.{" "}
          {status.kind === "paused" && "Listening goes on by itself."}
        </p>
      )}
      {isHearing(status) && (
        <p role="status">
          Listening for {words}. {voice.isScreenKept === true && screenTexts.kept}
          {voice.isScreenKept === false && screenTexts.lost}
        </p>
      )}
      {status.kind === "starting" && (
        <p role="status">{status.reason ?? "Starting to listen"}...</p>
      )}
      {status.kind === "off" && <p>Not listening.</p>}
      {unheard !== null && <p className={screenClasses.inset}>{unheard}</p>}
    </>
  );
}
