/** The built-in wake phrases, in the groups in which the settings show them. */

/** One line of the settings: its label, and the phrases that it stands for. */
export interface PhraseGroup {
  readonly label: string;
  readonly phrases: readonly string[];
}

export const PHRASE_GROUPS: readonly PhraseGroup[] = [
  {
    label: '"Hey silent" or "Hey silent partner"',
    phrases: ["hey silent", "hey silent partner"],
  },
  {
    label: '"Emergency help" or "Help emergency"',
    phrases: ["emergency help", "help emergency"],
  },
  {
    label: '"Hey Siri emergency" or "Hey Siri help"',
    phrases: ["hey siri emergency", "hey siri help"],
  },
  {
    label: '"Hey Google emergency" or "Hey Google help"',
    phrases: ["hey google emergency", "hey google help"],
  },
  {
    label: '"Alexa help" or "Alexa emergency"',
    phrases: ["alexa help", "alexa emergency"],
  },
  {
    label: '"Call help" or "Call for help"',
    phrases: ["call help", "call for help"],
  },
];

/**
 * The choices of what is listened for, with the trained phrase or null. Nothing is recommended that this browser cannot
 * recognise.
 */
export function wakeOptions(phrase: string | null, isRecognised: boolean) {
  const beside = phrase === null ? "" : " The trained phrase too, where this device hears both.";
  return [
    {
      value: "smart_assistant",
      label: "Smart assistant phrases",
      hint: `${isRecognised ? "Recommended. " : ""}Built-in phrases, such as "hey silent".${beside}`,
    },
    { value: "custom", label: "Custom", hint: `Your safe word.${beside}` },
    {
      value: "trained",
      label: "Trained phrase",
      hint:
        phrase === null
          ? "Train a phrase on the voice screen first."
          : `Only "${phrase}", recognised on this device. No sound leaves it.`,
      isDisabled: phrase === null,
    },
  ] as const;
}

/** Every built-in phrase, in lower case, longer ones before those that they contain. */
export const WAKE_PHRASES: readonly string[] = PHRASE_GROUPS.flatMap((group) => group.phrases).sort(
  (a, b) => b.length - a.length,
);

/** Words that people say before they call for help; they do not make a sentence about something else. */
export const LEAD_INS: ReadonlySet<string> = new Set(
  "a ah an and anybody anyone dear dont fuck get god hey hello i im is it its jesus just let go lord me my need needs no now off oh ok okay omg ouch please quick quickly shit so somebody someone stop that there this wait we".split(
    " ",
  ),
);
