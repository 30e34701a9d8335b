/** The subjects of all mails that the server sends (`server/src/emails.rs`); a test compares both. */
export const mailSubjects = {
  purchase: "Your heart rate monitor",
  gift: "Your heart rate monitor order",
  link: "Your heart rate monitor link",
} as const;
