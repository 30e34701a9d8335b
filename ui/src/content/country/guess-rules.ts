/**
 * Which country somebody is in, guessed on the device from what it tells anyway; never from the network's address.
 *
 * 1. What the person chose counts.
 * 2. Then the time zone, which phones take from the network around them: emergency calls are made where the phone is.
 * 3. Where that names no country, the calling code with which every contact's number begins. It comes second because
 *    people write numbers of their own country without one, so that those with one are often of family abroad.
 * 4. Last the region of the first language ("pt-BR"). A language without one says nothing.
 */
import { countryOfZone } from "./zones.ts";

/**
 * The country of each calling code, from the public metadata of libphonenumber; of those that several countries share, the
 * one that libphonenumber calls the main one.
 */
const CODES = `
  1US 7RU 20EG 27ZA 30GR 31NL 32BE 33FR 34ES 36HU 39IT 40RO 41CH 43AT 44GB 45DK 46SE 47NO 48PL
  49DE 51PE 52MX 53CU 54AR 55BR 56CL 57CO 58VE 60MY 61AU 62ID 63PH 64NZ 65SG 66TH 81JP 82KR 84VN
  86CN 90TR 91IN 92PK 93AF 94LK 95MM 98IR 211SS 212MA 213DZ 216TN 218LY 220GM 221SN 222MR 223ML
  224GN 225CI 226BF 227NE 228TG 229BJ 230MU 231LR 232SL 233GH 234NG 235TD 236CF 237CM 238CV 239ST
  240GQ 241GA 242CG 243CD 244AO 245GW 246IO 247AC 248SC 249SD 250RW 251ET 252SO 253DJ 254KE 255TZ
  256UG 257BI 258MZ 260ZM 261MG 262RE 263ZW 264NA 265MW 266LS 267BW 268SZ 269KM 290SH 291ER 297AW
  298FO 299GL 350GI 351PT 352LU 353IE 354IS 355AL 356MT 357CY 358FI 359BG 370LT 371LV 372EE 373MD
  374AM 375BY 376AD 377MC 378SM 380UA 381RS 382ME 383XK 385HR 386SI 387BA 389MK 420CZ 421SK 423LI
  500FK 501BZ 502GT 503SV 504HN 505NI 506CR 507PA 508PM 509HT 590GP 591BO 592GY 593EC 594GF 595PY
  596MQ 597SR 598UY 599CW 670TL 672NF 673BN 674NR 675PG 676TO 677SB 678VU 679FJ 680PW 681WF 682CK
  683NU 685WS 686KI 687NC 688TV 689PF 690TK 691FM 692MH 850KP 852HK 853MO 855KH 856LA 880BD 886TW
  960MV 961LB 962JO 963SY 964IQ 965KW 966SA 967YE 968OM 970PS 971AE 972IL 973BH 974QA 975BT 976MN
  977NP 992TJ 993TM 994AZ 995GE 996KG 998UZ`;

/** The ISO code of the country of a number that begins with + and a calling code; undefined for every other number. */
export function countryOfNumber(phoneNumber: string): string | undefined {
  const digits = /^\s*\+\s*([\d\s().-]*)/.exec(phoneNumber)?.[1]?.replace(/\D/g, "") ?? "";
  // No calling code is the beginning of another.
  return [1, 2, 3]
    .map((length) => new RegExp(`\\s${digits.slice(0, length)}([A-Z]{2})`).exec(CODES)?.[1])
    .find((code) => digits !== "" && code !== undefined);
}

/** What is known. */
export interface Signs {
  /** The ISO code that the person chose, or "". */
  readonly chosen: string;
  /** The name of the time zone: "Europe/Berlin". */
  readonly timeZone: string;
  /** The browser's languages, the preferred one first. */
  readonly languages: readonly string[];
  /** The contacts' numbers as typed. */
  readonly contactNumbers: readonly string[];
}

/** The calling code's country when all numbers agree. */
function contactsCountry(numbers: readonly string[]): string | undefined {
  const countries = new Set(numbers.map(countryOfNumber));
  return countries.size === 1 ? [...countries][0] : undefined;
}

/** The region in a language tag. */
function regionOf(language = ""): string | undefined {
  return /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(language)?.[1]?.toUpperCase();
}

/** The ISO code of the country; undefined where nothing tells it. */
export function guessCountry(signs: Signs): string | undefined {
  return (
    (signs.chosen || undefined) ??
    countryOfZone(signs.timeZone) ??
    contactsCountry(signs.contactNumbers) ??
    regionOf(signs.languages[0])
  );
}

/** Whether the texts of the specification, which name the numbers of Australia and the USA, are those to show. */
export function isSpecified(country: string | undefined): boolean {
  return country === undefined || country === "AU" || country === "US";
}
