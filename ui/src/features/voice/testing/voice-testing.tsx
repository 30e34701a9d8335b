/** The tab that shows, tries and switches listening. */
import type { ReactNode } from "react";
import { Card } from "#components/card.tsx";
import { Field } from "#components/field.tsx";
import { Switch } from "#components/switch.tsx";
import { showToast } from "#components/toast-store.ts";
import { useLazyPart } from "#components/use-lazy-part.ts";
import { textLimits } from "#content/limits.ts";
import { voiceMessages } from "#content/messages.ts";
import { settingsRecord } from "#store/settings.ts";
import { whereSoundGoes } from "../listening/engine.ts";
import { isShownRed } from "../listening/power-policy.ts";
import { problemText } from "../listening/status.ts";
import { useBattery } from "../use-battery.ts";
import { useVoice } from "../use-voice.ts";
import classes from "../voice.module.css";
import { useEngine } from "./use-engine.ts";
import { VoiceTest } from "./voice-test.tsx";

/** Used once, below everything else: its code is loaded after the page's own. */
const loadTraining = async () => (await import("../training/phrase-training.tsx")).PhraseTraining;

/** `emergency` is the box about an emergency, while there is something to say about one. */
export function VoiceTesting({ emergency }: { readonly emergency: ReactNode }) {
  const voice = useVoice();
  const engine = useEngine();
  const settings = settingsRecord.use();
  const PhraseTraining = useLazyPart(loadTraining, true);
  const hasWord = settings.safeWord.trim() !== "";
  const switchListening = (isListeningEnabled: boolean) => {
    settingsRecord.write({ ...settingsRecord.read(), isListeningEnabled });
    showToast(isListeningEnabled ? voiceMessages.started : voiceMessages.stopped);
  };
  return (
    <div className={classes.tab}>
      {voice.problem !== null && (
        <p className={classes.error} role="alert">
          {problemText(voice.problem)}
        </p>
      )}
      {emergency}
      <Card className={classes.card}>
        <Switch
          label="Voice Activation"
          hint={whereSoundGoes(engine)}
          isOn={settings.isListeningEnabled}
          isDisabled={!hasWord && settings.wakeWordMode === "custom"}
          onChange={switchListening}
        />
        <p className={classes.note}>
          Listening works while this app is open on the screen. On Android each restart may beep.
        </p>
        <SafeWord />
        <BatteryLine />
      </Card>
      <VoiceTest onSwitch={switchListening} />
      {PhraseTraining !== null && <PhraseTraining />}
    </div>
  );
}

function SafeWord() {
  const settings = settingsRecord.use();
  const isCustom = settings.wakeWordMode === "custom";
  return (
    <Field
      label="Safe word"
      hint={
        isCustom
          ? "Saying it starts an emergency."
          : "The built-in phrases are listened for. Changing the word listens for it instead."
      }
      value={settings.safeWord}
      maxLength={textLimits.phrase}
      autoComplete="off"
      onChange={(event) =>
        settingsRecord.write({
          ...settingsRecord.read(),
          safeWord: event.target.value,
          wakeWordMode: "custom",
        })
      }
    />
  );
}

function BatteryLine() {
  const battery = useBattery();
  const { power } = useVoice();
  if (battery === null) return null;
  const percent = Math.round(battery.level * 100);
  return (
    <div className={classes.battery}>
      <p>
        Battery{" "}
        <strong data-low={isShownRed(battery.level) || undefined} className={classes.percent}>
          {percent}%
        </strong>
        {isShownRed(battery.level) && " - low"}
      </p>
      {power.isLowPower && (
        <p className={classes.warning} role="status">
          Low power mode: listening in short bursts to save the battery.
        </p>
      )}
    </div>
  );
}
