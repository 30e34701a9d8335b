/** What a guardian can answer, and to which emergency. */

/** The words on the button, and what the heart shows: the answer in a form that nobody else reads. */
export const guardianAnswers = {
  seen: { words: "I saw it", bpm: 64 },
  "on-the-way": { words: "On my way", bpm: 72 },
  "police-called": { words: "I called the police", bpm: 88 },
} as const;

/** How guardians know an emergency: a test that becomes a real one is another to them, and they answer each. */
export function emergencyName(id: string, isDrill: boolean): string {
  return isDrill ? `${id}-test` : id;
}
