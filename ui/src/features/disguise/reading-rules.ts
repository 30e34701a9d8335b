/** Which readings belong to which day. Pure: the time enters as an argument. */

/** A heart rate in beats a minute, and when it was measured, in epoch milliseconds. */
interface Reading {
  readonly at: number;
  readonly bpm: number;
}

/** A day of the week that ends today. */
interface Day {
  /** Its first letter. */
  readonly letter: string;
  /** The mean of its readings; null when there is none. */
  readonly bpm: number | null;
}

const LETTERS = "SMTWTFS";
const DAYS = 7;

const isOn = (date: Date) => (reading: Reading) =>
  new Date(reading.at).toDateString() === date.toDateString();

/** The last seven days by the device's calendar, today last. */
export function weekOf(readings: readonly Reading[], now: number): readonly Day[] {
  const today = new Date(now);
  return Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(
      today.getFullYear(),
      today.getMonth(),
      today.getDate() - DAYS + 1 + index,
    );
    const rates = readings.filter(isOn(date)).map(({ bpm }) => bpm);
    const sum = rates.reduce((total, bpm) => total + bpm, 0);
    const bpm = rates.length === 0 ? null : Math.round(sum / rates.length);
    return { letter: LETTERS.charAt(date.getDay()), bpm };
  });
}
