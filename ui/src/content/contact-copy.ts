/** What the server does with a copy of the contacts, in the words of the privacy policy and of the questions. */
export const contactCopy =
  "It is stored encrypted. The key comes from your browser's cookie, and we do not keep it. Our server sees the names and numbers only while it stores or returns them.";
