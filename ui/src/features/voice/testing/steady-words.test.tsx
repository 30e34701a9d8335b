/** Claims about live regions: a screen reader says nothing again while listening goes on in sessions or in bursts. */
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { pageVoiceState, VOICE_START, type VoiceState } from "../listening/state.ts";
import {
  battery,
  began,
  ended,
  type Moment,
  on,
  play,
  playFrom,
  waited,
} from "../listening/stories.ts";
import { ListeningNote } from "../listening-note.tsx";
import { ListeningNow } from "./voice-testing.tsx";

afterEach(() => pageVoiceState.set(VOICE_START));

const become = (state: VoiceState) => act(async () => pageVoiceState.set(state));

/** Everything that changed in the page. */
function watch(page: Element) {
  const changes: string[] = [];
  const seen = (records: readonly MutationRecord[]) => {
    for (const { type, target } of records) changes.push(`${type}: ${target.textContent}`);
  };
  const observer = new MutationObserver(seen);
  observer.observe(page, { attributes: true, characterData: true, childList: true, subtree: true });
  return () => {
    seen(observer.takeRecords());
    return changes;
  };
}

const full: readonly Moment[] = [on(), began()];
const low: readonly Moment[] = [battery(true), on(), began()];

test.each([
  ["sessions", full, 100, "Listening for the built-in phrases"],
  ["bursts", low, 5_000, "Listening for the built-in phrases in short bursts"],
])(
  "%s that follow each other change nothing in what is said aloud",
  async (_, begin, pause, words) => {
    let { state } = play(...begin);
    await become(state);
    const { container } = render(
      <>
        <ListeningNow />
        <ListeningNote />
      </>,
    );
    expect(screen.getAllByRole("status").map((one) => one.textContent?.trim())).toEqual([
      `${words}.`,
      words,
    ]);
    const changes = watch(container);
    for (let session = 1; session <= 5; session += 1) {
      const at = session * 20_000;
      for (const moment of [ended(at), waited(at + pause), began(at + pause + 400)]) {
        ({ state } = playFrom(state, moment));
        await become(state);
      }
    }
    expect(state.session).toBe(6);
    expect(changes()).toEqual([]);
  },
);

test("a change of the power is said once", async () => {
  let { state } = play(...full);
  await become(state);
  const { container } = render(<ListeningNote />);
  const changes = watch(container);
  ({ state } = playFrom(state, battery(true)));
  await become(state);
  expect(screen.getByRole("status").textContent).toMatch(/in short bursts$/);
  const told = changes().length;
  expect(told).toBeGreaterThan(0);
  ({ state } = playFrom(state, ended(1_000), waited(6_000)));
  await become(state);
  expect(changes()).toHaveLength(told);
});
