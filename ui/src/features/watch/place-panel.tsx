/** Where the person's phone was: a drawing without a map, and the place as text. */

import { CopyButton } from "#components/copy-button.tsx";
import { Panel } from "#components/layout/card.tsx";
import { clockText } from "#content/local-dates.ts";
import { plusCode } from "#content/position.ts";
import { copyText } from "#platform/clipboard.ts";
import type { Place } from "#seal/items.ts";
import type { Story, TrailPoint } from "#sync/story.ts";
import { agoText, coordinatesText } from "./guardian-timeline.ts";
import { TrailDrawing } from "./trail-drawing.tsx";
import { metresText } from "./trail-rules.ts";
import classes from "./watch.module.css";

type PlacePanelProps = { readonly story: Story; readonly now: number };

const ageOf = ({ at, isAgeUnknown }: TrailPoint, now: number) =>
  isAgeUnknown ? "of unknown age" : agoText(now - at);

/** The trail of this emergency. */
export function PlacePanel({ story: { trail, isDrill }, now }: PlacePanelProps) {
  const newest = trail.at(-1);
  const oldest = trail[0];
  if (newest === undefined || oldest === undefined) return null;
  const { place } = newest;
  const code = plusCode(place.latitude, place.longitude);
  const text = `${coordinatesText(place)} (Plus Code ${code})`;
  return (
    <Panel title={isDrill ? "Drill: where" : "Where"}>
      <p>
        <strong>
          Within {metresText(place.accuracy)}, {ageOf(newest, now)}
        </strong>
        {newest.byPhone !== null &&
          ` (by the phone's own clock: ${clockText(newest.byPhone, now)})`}
      </p>
      <TrailDrawing
        trail={trail}
        newestText={ageOf(newest, now)}
        oldestText={ageOf(oldest, now) === ageOf(newest, now) ? null : ageOf(oldest, now)}
      />
      <dl className={classes.facts}>
        <dt>Latitude, longitude</dt>
        <dd>{coordinatesText(place)}</dd>
        <dt>Plus Code</dt>
        <dd>{code}</dd>
      </dl>
      <CopyButton tone="quiet" label="Copy the place" text={text} copy={copyText} />
      <Maps place={place} />
    </Panel>
  );
}

function Maps({ place: { latitude, longitude } }: { readonly place: Place }) {
  const at = `${latitude},${longitude}`;
  const maps = [
    { name: "Google Maps", href: `https://www.google.com/maps/search/?api=1&query=${at}` },
    { name: "Apple Maps", href: `https://maps.apple.com/?ll=${at}&q=${at}` },
    {
      name: "OpenStreetMap",
      href: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
    },
  ];
  return (
    <details className={classes.details}>
      <summary>Open in maps</summary>
      <p>
        The map's maker then learns this place, and that you looked at it. This page itself talks
        only to our server.
      </p>
      <p className={classes.links}>
        {maps.map(({ name, href }) => (
          <a key={name} href={href} target="_blank" rel="noreferrer noopener">
            {name}
          </a>
        ))}
      </p>
    </details>
  );
}
