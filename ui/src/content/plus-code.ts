/**
 * Plus Codes: places as eleven characters, which can be read out to the police and typed into most maps
 * (https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md).
 */

const ALPHABET = "23456789CFGHJMPQRVWX";
const PAIRS = 5;
/** Steps of the last pair in a degree. */
const STEPS = 8_000;

/** The code of a place, with its ten digits an area of about 14 by 14 metres. */
export function plusCode(latitude: number, longitude: number): string {
  const highest = 180 * STEPS - 1;
  // Rounded first, because 8000 times a decimal fraction may fall just short of a whole number.
  const steps = (degrees: number) => Math.floor(Number((degrees * STEPS).toFixed(6)));
  let north = Math.min(Math.max(steps(latitude + 90), 0), highest);
  const round = 360 * STEPS;
  let east = ((steps(longitude + 180) % round) + round) % round;
  let code = "";
  for (let pair = 0; pair < PAIRS; pair += 1) {
    code = `${ALPHABET[north % 20]}${ALPHABET[east % 20]}${code}`;
    north = Math.floor(north / 20);
    east = Math.floor(east / 20);
  }
  return `${code.slice(0, 8)}+${code.slice(8)}`;
}
