/** The copy in a card of its own, where something was set up. */

import { Panel } from "#components/layout/card.tsx";
import { TAKE_ALONG } from "#content/settings-words.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { CopySettings } from "./copy-settings.tsx";
import { isNothing, transferableOf } from "./transfer-rules.ts";

/** Nothing where nothing goes along. */
export function CopyCard() {
  if (isNothing(transferableOf(settingsRecord.use()))) return null;
  return (
    <Panel title={TAKE_ALONG}>
      <CopySettings />
    </Panel>
  );
}
