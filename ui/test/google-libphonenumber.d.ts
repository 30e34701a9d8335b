/** The part of the library that tests ask; it brings no types. */
declare module "google-libphonenumber" {
  export class ShortNumberInfo {
    isEmergencyNumber(number: string, regionCode: string): boolean;
  }
}
