/** The words of the switch for listening, where all of it is explained. */
export const listeningChoice = {
  label: "Listening",
  hint: "Works while this app is open on the screen. Some browsers send what they hear to their own speech service.",
} as const;
