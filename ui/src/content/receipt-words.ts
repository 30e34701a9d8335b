/** What the settings say of times that the server confirms. */

export const receiptWords = {
  title: "Proof of time",
  label: "Have the time of recordings confirmed",
  hint: "Only a fingerprint leaves this phone; nothing can be rebuilt from it.",
  how:
    "While you record, this phone shows our server a fingerprint of the sound once a minute. The server signs it with its " +
    "time. Later that shows that the sound was there by then, and not made up after. We see that a phone records, and " +
    "when. We do not keep it, and it does not say what the phone hears.",
  on: "On: our server says when too",
  off: "Off: this phone's clock only",
} as const;
