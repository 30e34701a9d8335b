/** The guardian's page: the people whose guardian this browser's owner is, and links to become one. */
import { useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { PageHeader } from "#components/layout/page.tsx";
import * as paths from "#content/paths.ts";
import { currentFragment, onFragment, replaceAddress } from "#platform/page/address.ts";
import { keepFocus } from "#platform/page/kept-focus.ts";
import { markTitle } from "#platform/page/navigation.ts";
import { type ParsedLink, parseLink } from "#seal/link.ts";
import { useLinks } from "#store/guardians/use-links.ts";
import { people, type Watched } from "#store/guardians/watched.ts";
import { isInNeed } from "./guardian-timeline.ts";
import { OfferPanel } from "./offer-panel.tsx";
import { PasteLink } from "./paste-link.tsx";
import { PersonView } from "./person-view.tsx";
import { SoundSwitch } from "./sound-switch.tsx";

type WatchProps = {
  /** The server's public key for pushes; null where it sends none. */
  readonly pushKey: string | null;
};

const NOBODY: readonly Watched[] = [];

/** Whoever may need help stands first. */
function byNeed(all: readonly Watched[]): readonly Watched[] {
  return [...all].sort((a, b) => Number(isInNeed(b)) - Number(isInNeed(a)));
}

/** In a hidden tab the title shows that somebody may need help, in a way that says nothing to others. */
function useTitleMark(all: readonly Watched[] | null) {
  const isMarked = (all ?? []).some(isInNeed);
  useEffect(() => {
    markTitle(isMarked);
    return () => markTitle(false);
  }, [isMarked]);
}

/** The link in the address, which is looked at again when another one is opened here. */
function useAddressLink(): [ParsedLink | null, (text: string) => void] {
  const [link, setLink] = useState<ParsedLink | null>(null);
  useEffect(() => {
    const look = () => setLink(parseLink(currentFragment()));
    look();
    return onFragment(look);
  }, []);
  return [link, (text) => setLink(parseLink(text))];
}

/** Shows the people, a link that is open, or how to begin. */
export function Watch({ pushKey }: WatchProps) {
  const known = useLinks(people, NOBODY);
  const [link, readLink] = useAddressLink();
  useTitleMark(known);
  const lost = useLinks(people.unreadable, 1) ?? 0;
  const [isAdding, setAdding] = useState(false);
  useEffect(keepFocus, []);
  if (known === null || link === null) return <Starting />;
  const leaveLink = () => {
    replaceAddress(paths.watch);
    readLink("");
    setAdding(false);
  };
  const isFirst = known.length === 0;
  const isOffered = link.kind === "offer";
  const views = byNeed(known).map((person, at) => (
    <PersonView
      key={person.id}
      person={person}
      pushKey={pushKey}
      isFirst={at === 0 && !isOffered}
    />
  ));
  if (isOffered) {
    const { offer } = link;
    // Another link is another form, also one that was changed on its way: keys are made for one link only.
    const form = <OfferPanel key={Object.values(offer).join()} offer={offer} onDone={leaveLink} />;
    // News is read and heard only of people who are on the page, and whoever may need help stands first.
    views.splice(known.filter(isInNeed).length, 0, form);
  }
  return (
    <>
      {link.kind === "other-version" && (
        <Notice tone="bad" role="alert">
          This link was made by another version of the app. Ask for a new one.
        </Notice>
      )}
      {lost > 0 && (
        <Notice tone="bad" role="alert">
          This browser cannot read one of its links, so its news does not appear here. Nothing was
          deleted. Close the other tabs and open this page again. If this stays, ask for a new link.
        </Notice>
      )}
      {views}
      {!isFirst && <SoundSwitch all={known} />}
      {isFirst && link.kind === "none" && <Nobody />}
      {!isOffered &&
        (isFirst || isAdding ? (
          <PasteLink onLink={readLink} />
        ) : (
          <Button tone="quiet" onClick={() => setAdding(true)}>
            Add another link
          </Button>
        ))}
    </>
  );
}

function Starting() {
  return (
    <>
      <PageHeader title="Updates" />
      <p role="status">Starting...</p>
      <noscript>
        <Notice tone="bad">
          This page needs JavaScript: messages are opened on this device and nowhere else. Switch
          JavaScript on for this site, or open the link in another browser.
        </Notice>
      </noscript>
    </>
  );
}

function Nobody() {
  return (
    <PageHeader
      title="Updates"
      lead="Somebody who trusts you can link this browser to their phone. When they start an emergency, this page shows where they are if their phone finds out."
    />
  );
}
