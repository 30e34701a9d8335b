/** The engine that would listen on this device, for the hint beside the switch. */
import { useEffect, useState } from "react";
import { browserVoiceDevices } from "../devices.ts";
import { chooseEngine, type Engine, probeDevice } from "../listening/engine.ts";

/** `recognition-remote` until the device was asked, so that the warning about sent sound is there from the start. */
export function useEngine(): Engine {
  const [engine, setEngine] = useState<Engine>("recognition-remote");
  useEffect(() => {
    const look = async () => {
      const phrase = await browserVoiceDevices.readVoicePhrase();
      setEngine(chooseEngine(await probeDevice(browserVoiceDevices, phrase !== null)));
    };
    void look();
    const stops = [
      browserVoiceDevices.onVoicePhrase(() => void look()),
      browserVoiceDevices.onConnection(() => void look()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return engine;
}
