/** A number beside the emergency notice, and what is said of it. */
export type NoticeNumber = { readonly number: string; readonly place: string };
