/** The copy in a card of its own, where something was set up. */

import { Panel } from "#components/panel.tsx";
import { TAKE_ALONG } from "#content/take-along.ts";
import { settingsRecord } from "#store/settings.ts";
import { carriedOf, isNothing } from "./carried-rules.ts";
import { CopySettings } from "./copy-settings.tsx";

/** Nothing where nothing goes along. */
export function CopyCard() {
  if (isNothing(carriedOf(settingsRecord.use()))) return null;
  return (
    <Panel title={TAKE_ALONG}>
      <CopySettings />
    </Panel>
  );
}
