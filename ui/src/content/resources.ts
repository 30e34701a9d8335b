/** Where help is right now, in Australia and in the USA (spec sections 2 and 9). */

/** One number: what it is for, how it is shown and what a tap on it does. */
export type Resource = {
  readonly label: string;
  readonly name: string;
  readonly purpose: string;
  readonly href: string;
};

/** The resources of one country. */
export type ResourceGroup = { readonly country: string; readonly resources: readonly Resource[] };

/** The numbers for an emergency, shown wherever somebody may be in danger. */
export const emergencyNumbers = [
  { label: "000", place: "Australia", href: "tel:000" },
  { label: "911", place: "USA", href: "tel:911" },
] as const;

/** All resources of the landing page. */
export const resourceGroups: readonly ResourceGroup[] = [
  {
    country: "Australia",
    resources: [
      {
        label: "000",
        name: "Triple Zero",
        purpose: "Police, ambulance, fire",
        href: "tel:000",
      },
      {
        label: "112",
        name: "Emergency from a mobile",
        purpose: "Reaches Triple Zero as well",
        href: "tel:112",
      },
      {
        label: "1800 737 732",
        name: "1800RESPECT",
        purpose: "Domestic, family and sexual violence",
        href: "tel:1800737732",
      },
      {
        label: "13 11 14",
        name: "Lifeline",
        purpose: "Crisis support",
        href: "tel:131114",
      },
    ],
  },
  {
    country: "USA",
    resources: [
      {
        label: "911",
        name: "Emergency",
        purpose: "Police, ambulance, fire",
        href: "tel:911",
      },
      {
        label: "1-800-799-7233",
        name: "National Domestic Violence Hotline",
        purpose: "Support and safety planning",
        href: "tel:+18007997233",
      },
      {
        label: "988",
        name: "Suicide and Crisis Lifeline",
        purpose: "Crisis support",
        href: "tel:988",
      },
      {
        label: "Text HOME to 741741",
        name: "Crisis Text Line",
        purpose: "Support by text message",
        href: "sms:741741?body=HOME",
      },
    ],
  },
];
