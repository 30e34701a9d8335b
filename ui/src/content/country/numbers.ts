/**
 * The emergency numbers of each country: that of the police, "/" and that of ambulances where it is another one, "+" where
 * networks take 112 as well.
 *
 * A number stands here where two sources in hand agree: Android's table of emergency numbers (revision 2, March 2024, in
 * AOSP's `packages/services/Telephony/ecc`) or a public copy of Wikipedia's list (September 2024), and libphonenumber,
 * which `numbers.test.ts` asks again; of a few small territories, such as the Isle of Man, only libphonenumber knows one.
 * 112 stands where libphonenumber has it. Countries about which the sources disagree are left out. Last compared: 25 November 2026.
 */
const NUMBERS = `
  AD110/116+ AE999/998+ AF119 AG911 AI911 AL129/127+ AO113/112 AR911/107 AS911 AT133/144+ AU000+
  AW911 AX112 AZ112 BA122/124 BB211/511 BD999 BE101/112 BF17 BG112 BH999 BI112 BJ117+ BM911
  BN993/991 BO110/118 BQ911+ BR190/192+ BS919 BT113/112 BW999/997 BY102/103+ BZ911 CA911+ CC000+
  CF117 CH117/144+ CK999 CL133/131 CM117 CN110/120 CO123+ CR911+ CU106/104 CV132/130 CX000+ CY112
  CZ112 DE110/112 DJ17 DK112 DM911 DO911+ DZ112 EC911+ EE112 EG122/123 ES112 ET991 FI112 FJ917/911
  FK999 FM911 FO112 FR17/15+ GB999+ GD911 GE112 GF17/15 GG999+ GH191/193 GI199/190+ GL112 GP17/15
  GR112 GT120/123 GU911 GW117/113 GY911/913 HK999+ HN911 HR112 HT114 HU112 ID110/118+ IE112
  IL100/101+ IM999 IN112 IR110/115+ IS112 IT112 JE999+ JM119/110+ JO911+ JP110/119 KE999+
  KG102/103 KH117/119 KI192/194 KM17 KN911 KR112/119 KW112 KY911 KZ102/103+ LB112/140 LC911
  LI117/144+ LK119/110+ LR911 LS112 LT112 LU112 LV112 MA19/15 MC112 MD112 ME122/124+ MG117 MH911
  MK192/194+ ML17/15 MM199 MN102/103 MO999 MP911 MQ17/15+ MT112 MU999/114 MV119/102 MW997/998
  MX911 MY999+ MZ119/117 NA10111 NC17/15 NE17/15 NG112 NI118/128 NL112 NO112/113 NP100/102+
  NR110/111+ NU999 NZ111 OM9999 PA911 PE105 PF17/15 PH911+ PK15/115+ PL112 PM17/15 PR911 PS100/101
  PT112 PW911 PY911 QA999 RE17/15+ RO112 RS112 RU102/103+ RW112 SA999/997+ SB999 SC999 SD999 SE112
  SG999/995 SH999 SI112 SK112 SL019/999 SM113/118 SN17 SO888 SR115 SS999 SV911 SY112/110 SZ999
  TC911 TD17 TG117 TH191/1669 TJ102/103+ TL112 TN197/190 TO922/933 TR155/112 TT999/990 TV911
  TW110/119+ TZ112 UA102/103+ UG999 US911+ UY911 UZ102 VA112 VC911 VE911+ VG911 VI911 VN113/115
  VU112 WF17/15 WS911 XK192/194+ YE199 YT112 ZA10111/10177+ ZM112 ZW999+`;

/** A number to call in an emergency, and whom it reaches. */
export interface Call {
  readonly number: string;
  readonly place: "Emergency" | "Police" | "Ambulance" | "From a mobile";
}

/** The number that mobile networks of many countries take. */
const MOBILE = "112";

/** The ISO codes of all countries with a number. */
export const knownCountries: readonly string[] = [...NUMBERS.matchAll(/\s([A-Z]{2})/g)].map(
  ([, code]) => code ?? "",
);

/** The numbers of a country by its ISO code, the police's first; none where they are not known. */
export function callsOf(country: string): readonly Call[] {
  if (!knownCountries.includes(country)) return [];
  const found = new RegExp(`\\s${country}(\\d+)/?(\\d*)(\\+?)`).exec(NUMBERS);
  if (found === null) return [];
  const [, first = "", ambulance = "", plus] = found;
  const calls: Call[] =
    ambulance === ""
      ? [{ number: first, place: "Emergency" }]
      : [
          { number: first, place: "Police" },
          { number: ambulance, place: "Ambulance" },
        ];
  return plus === "" ? calls : [...calls, { number: MOBILE, place: "From a mobile" }];
}
