/** The emergency resources of Australia and the USA. */
import { americanNumber, australianNumber, mobileNumber } from "./limits.ts";

/** One resource; without `href` a tap calls the number in its label. */
type Resource = {
  readonly label: string;
  readonly name: string;
  readonly purpose: string;
  readonly href?: string;
};

/** The resources of one country. */
export type ResourceGroup = { readonly country: string; readonly resources: readonly Resource[] };

/** The lines for people who are hurt by somebody close to them. */
export const violenceLines = [
  {
    label: "1800 737 732",
    name: "1800RESPECT",
    purpose: "Domestic, family and sexual violence",
    href: "tel:1800737732",
  },
  {
    label: "1-800-799-7233",
    name: "National Domestic Violence Hotline",
    purpose: "Support and safety planning",
    href: "tel:+18007997233",
  },
] as const satisfies readonly Resource[];

/** All resources of the landing page. */
export const resourceGroups: readonly ResourceGroup[] = [
  {
    country: "Australia",
    resources: [
      { label: australianNumber, name: "Triple Zero", purpose: "Police, ambulance, fire" },
      {
        label: mobileNumber,
        name: "Emergency from a mobile",
        purpose: "Reaches Triple Zero as well",
      },
      violenceLines[0],
      { label: "13 11 14", name: "Lifeline", purpose: "Crisis support" },
    ],
  },
  {
    country: "USA",
    resources: [
      { label: americanNumber, name: "Emergency", purpose: "Police, ambulance, fire" },
      violenceLines[1],
      { label: "988", name: "Suicide and Crisis Lifeline", purpose: "Crisis support" },
      {
        label: "Text HOME to 741741",
        name: "Crisis Text Line",
        purpose: "Support by text message",
        href: "sms:741741?body=HOME",
      },
    ],
  },
];

/** Guides to safety with technology, by organisations against violence. */
export const safetyGuides = [
  { href: "https://www.techsafety.org/", label: "techsafety.org", place: "(USA)" },
  { href: "https://techsafety.org.au/", label: "techsafety.org.au", place: "(Australia)" },
] as const;
