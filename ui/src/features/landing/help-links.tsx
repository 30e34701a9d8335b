/** The way to the pages that say what is bought, what is kept, and whom to ask. */
import * as paths from "#content/paths.ts";
import { LinkRow } from "./link-row.tsx";

const links = [
  { href: paths.questions, label: "Questions" },
  { href: paths.terms, label: "Terms" },
  { href: paths.privacy, label: "Privacy" },
  { href: paths.support, label: "Support" },
  { href: paths.yourData, label: "Your data with us" },
] as const;

/** Links that load documents: these pages belong to no app. */
export function HelpLinks() {
  return <LinkRow label="Help" links={links} />;
}
