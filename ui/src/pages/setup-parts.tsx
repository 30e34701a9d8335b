/** The screens of the set-up with what they need from other features. */
import { useNavigate } from "react-router";
import * as paths from "#content/paths.ts";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { openGate } from "#features/emergency/gate/gate.ts";
import { SetupFlow } from "#features/onboarding/setup-flow.tsx";
import { SetupPerson } from "#features/settings/setup-person.tsx";
import { SetupPin } from "#features/settings/setup-pin.tsx";
import { CopyCard } from "#features/settings/transfer/copy-settings.tsx";
import { PasteSettings } from "#features/settings/transfer/paste-settings.tsx";
import { SetupTriggers } from "#features/settings/trigger-fields.tsx";
import { SetupListening } from "#features/voice/setup-listening.tsx";
import { useUnheard } from "#features/voice/use-unheard.ts";
import { useSite } from "./page-data.tsx";

/** Arranges the forms of the settings, listening and the test emergency in the set-up. */
export function SetupScreens() {
  const { demoPin, displayName } = useSite();
  const navigate = useNavigate();
  return (
    <SetupFlow
      copy={<CopyCard />}
      paste={(onDone) => <PasteSettings onDone={onDone} />}
      person={(onDone) => <SetupPerson onDone={onDone} />}
      pin={(onDone) => (
        <SetupPin
          demoPin={demoPin}
          checkPin={(pin) => pageEmergency().checkPin(pin)}
          onTyped={openGate}
          onDone={onDone}
        />
      )}
      triggers={
        <>
          <SetupListening />
          <SetupTriggers demoPin={demoPin} />
        </>
      }
      unheard={useUnheard()}
      startTest={() =>
        pageEmergency().trigger({ kind: "test", triggeredBy: "button", safeWord: null })
      }
      displayName={displayName}
      demoPin={demoPin}
      goHome={() => navigate(paths.home)}
      goToHeart={() => navigate(paths.heartMonitor)}
    />
  );
}
