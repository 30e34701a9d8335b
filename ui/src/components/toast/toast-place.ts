/**
 * Where a toast stands, and whether the screen says the same: it has the lowest place at which it covers nothing that can be
 * pressed.
 */
import type { Span } from "#platform/page/screen.ts";

/** What has to be known of the screen. */
type ToastRoom = {
  /** The part of the screen in which a toast may stand. */
  readonly screen: Span;
  /** The buttons, links and fields beside which it cannot stand. */
  readonly controls: readonly Span[];
  /** Words that tell where the person is, or change while they are read. */
  readonly news: readonly Span[];
  /** Whether the toast reports a failure: then it covers news rather than have no place. */
  readonly isFailure: boolean;
};

/** How far a toast stays from a control, in pixels. */
const GAP = 2;

const meets = (one: Span, other: Span): boolean =>
  one.top < other.bottom + GAP && other.top - GAP < one.bottom;

/**
 * The top of a toast of this height, or null where there is no place for it. It stays where it `stands` as long as it
 * covers nothing there that it must not, so that it is not pushed about by what changes beside it.
 */
export function toastTop(height: number, room: ToastRoom, stands: number | null): number | null {
  const { screen, controls, news } = room;
  const all = [...controls, ...news];
  const taken = room.isFailure ? controls : all;
  if (stands !== null) {
    const place = { top: stands, bottom: stands + height };
    const isInside = screen.top <= place.top && place.bottom <= screen.bottom;
    if (isInside && !taken.some((span) => meets(place, span))) return stands;
  }
  return lowest(height, screen, all) ?? lowest(height, screen, taken);
}

function lowest(height: number, screen: Span, taken: readonly Span[]): number | null {
  let { bottom } = screen;
  while (bottom - height >= screen.top) {
    const place = { top: bottom - height, bottom };
    const met = taken.filter((span) => meets(place, span));
    if (met.length === 0) return place.top;
    bottom = Math.min(...met.map(({ top }) => top)) - GAP;
  }
  return null;
}

/** The sentences of a text, each without case, marks and spacing. */
const sentencesOf = (text: string | null): string[] =>
  `${text} `
    .toLowerCase()
    .split(/[.!?:;]+\s/)
    .map((sentence) => sentence.replace(/[^\p{L}\p{N}]+/gu, " ").trim())
    .filter(Boolean);

/** Whether the texts on the screen hold every sentence of a toast. */
export function isSaidBy(
  texts: readonly (string | null)[],
  {
    title,
    description = "",
  }: { readonly title: string; readonly description?: string | undefined },
): boolean {
  const said = texts.flatMap(sentencesOf);
  const told = [title, description].flatMap(sentencesOf);
  return told.length > 0 && told.every((sentence) => said.includes(sentence));
}
