/** The settings that are seldom needed. Loaded lazily. */
import { Panel } from "#components/panel.tsx";
import { TAKE_ALONG } from "#content/take-along.ts";
import { CountryChoice } from "./country-choice.tsx";
import { TakeAlong } from "./transfer/take-along.tsx";

/** The country, and the settings as a text for another app of this phone, in both directions. */
export function MoreSettings() {
  return (
    <>
      <Panel title="Country">
        <CountryChoice />
      </Panel>
      <Panel title={TAKE_ALONG}>
        <TakeAlong />
      </Panel>
    </>
  );
}
