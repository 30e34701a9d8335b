/** An emergency's sound while somebody listens: what is here, what is missing or was refused, and how to play and keep it. */
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { soundLimits } from "#content/sound-limits.ts";
import { wallTime } from "#platform/clock.ts";
import { playSounds } from "#platform/sound/playback.ts";
import { soundExtension } from "#platform/sound/sound-extension.ts";
import { canFeed, openFeed, type SoundFeed } from "#platform/sound/sound-feed.ts";
import { downloadFiles } from "#platform/storage/download.ts";
import type { Bytes } from "#seal/bytes.ts";
import { type Cursor, fileOf, gaps, newest, stretches, toFeed } from "#sync/heard-rules.ts";
import { type Following, followSound } from "#sync/sound-following.ts";
import { soundKeptDays } from "#wire/kept.ts";
import { delayedText, gapTexts, refusedTexts, untilText } from "./sound-text-rules.ts";
import classes from "./watch.module.css";

const NOTHING: Following = { parts: [], refused: [], state: "connecting", waiting: 0, delayed: 0 };

/** What to listen to. */
interface Listened {
  readonly secret: Bytes;
  /** The secrets of other emergencies, which name pieces that do not belong here. */
  readonly others: readonly Bytes[];
  /** Tells whom it concerns up to when everything is here. */
  readonly tell: (until: number) => Promise<void>;
}

/** Fetches while somebody listens. */
export function useFollowing(listened: Listened, isOn: boolean): Following {
  const [following, setFollowing] = useState(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the sound of one emergency, whatever else comes meanwhile.
  useEffect(() => (isOn ? followSound({ ...listened, report: setFollowing }) : undefined), [isOn]);
  return following;
}

/** Why nothing newer comes; nothing while it may. */
function endText(state: Following["state"]): string | false {
  return state === "gone"
    ? `Not on our server any more: it keeps sound for ${soundKeptDays} days.`
    : state === "cut-off" && "Cut off: newer sound may be there.";
}

/** What is here, and what can be done with it. */
export function Listening({ following }: { readonly following: Following }) {
  const { refused, state, waiting, delayed } = following;
  const last = newest(following);
  const end = endText(state);
  return (
    <>
      {/* Not announced: it changes with each piece, and would be read aloud over the sound. */}
      {(state !== "gone" || last) && <p>{untilText(last, waiting, wallTime())}</p>}
      {delayed > 0 && <p className={classes.cut}>{delayedText(delayed)}</p>}
      {end && <p className={classes.cut}>{end}</p>}
      {[...gapTexts(gaps(following), waiting > 0), ...refusedTexts(refused)].map((text) => (
        <Notice key={text} tone="bad">
          {text}
        </Notice>
      ))}
      <Player following={following} />
    </>
  );
}

/** What plays now. */
type Playing = "nothing" | "newest" | "beginning";

/** Plays at a tap; what is missing or was refused is left out. */
function usePlayer(following: Following) {
  const [playing, setPlaying] = useState<Playing>("nothing");
  const [hasFailed, setFailed] = useState(false);
  const feed = useRef<{ readonly feed: SoundFeed; cursor: Cursor | null } | null>(null);
  const stopFiles = useRef<() => void>(() => undefined);
  const stop = () => {
    feed.current?.feed.stop();
    feed.current = null;
    stopFiles.current();
    setPlaying("nothing");
  };
  const feedMore = () => {
    const { current } = feed;
    const next = current && toFeed(following, current.cursor, soundLimits.newestSeconds);
    if (!current || !next) return;
    current.cursor = next.cursor;
    const { mimeType } = next.part;
    current.feed.add(
      next.fed.flatMap(({ link: { sound }, how }) => (sound ? { sound, how, mimeType } : [])),
    );
  };
  // What is fed depends on what came alone.
  useEffect(feedMore, [following]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end only.
  useEffect(() => stop, []);
  const fail = () => {
    stop();
    setFailed(true);
  };
  const playNewest = (mimeType: string) => {
    stop();
    setFailed(false);
    feed.current = { feed: openFeed(mimeType, soundLimits.aheadSeconds, fail), cursor: null };
    setPlaying("newest");
    feedMore();
  };
  const playBeginning = () => {
    stop();
    setFailed(false);
    const all = stretches(following);
    const load = async (index: number) => {
      const stretch = all[index];
      if (stretch === undefined) throw new Error("Not there");
      return { sound: fileOf(stretch), forget: () => undefined };
    };
    const finished = () => setPlaying("nothing");
    const events = { began: () => undefined, skipped: () => setFailed(true), finished };
    stopFiles.current = playSounds(all.length, load, events);
    setPlaying("beginning");
  };
  return { playing, hasFailed, stop, playNewest, playBeginning };
}

function Player({ following }: { readonly following: Following }) {
  const { playing, hasFailed, stop, playNewest, playBeginning } = usePlayer(following);
  const all = stretches(following);
  const last = all.at(-1);
  if (last === undefined) return null;
  const { mimeType } = last.part;
  const keep = () => {
    const files = all.map((stretch, at) => ({
      name: `sound-${at + 1}.${soundExtension(stretch.part.mimeType)}`,
      content: fileOf(stretch),
    }));
    void downloadFiles(files, "sound").catch(() => undefined);
  };
  return (
    <>
      {playing !== "nothing" && (
        <>
          <p role="status">
            {playing === "newest" ? "Playing the newest sound." : "Playing from the beginning."}
          </p>
          <Button tone="secondary" onClick={stop}>
            Stop playing
          </Button>
        </>
      )}
      {hasFailed && <p role="alert">This browser could not play some of it. Keep it as a file.</p>}
      {playing !== "newest" && canFeed(mimeType) && (
        <Button onClick={() => playNewest(mimeType)}>Play the newest</Button>
      )}
      {playing !== "beginning" && (
        <Button tone="secondary" onClick={playBeginning}>
          Play from the beginning
        </Button>
      )}
      <Button tone="quiet" onClick={keep}>
        Keep it on this device
      </Button>
    </>
  );
}
