/** What counts as an e-mail address before the server has judged it. */

/** A local part, an @, and a domain with a dot; RFC 5321 allows 254 characters in all. */
const pattern = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const maxLength = 254;

/** Whether the text, without blanks around it, is an address. */
export function isEmailAddress(text: string): boolean {
  const email = text.trim();
  return email.length <= maxLength && pattern.test(email);
}
