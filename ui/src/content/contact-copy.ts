/** What the server does with a copy of the contacts, in the words of the privacy policy and of the questions. */
export const contactCopy =
  "It is sealed at rest with a key from your browser's cookie, which we do not keep. The server sees names and numbers for the moment in which it stores or returns them.";
