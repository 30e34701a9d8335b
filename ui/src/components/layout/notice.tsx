/** A highlighted message. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "#components/icon.tsx";
import classes from "./notice.module.css";

/** The kind of message; the text says it too, because colour alone would not do. */
type NoticeTone = "info" | "good" | "bad";

const icons: Record<NoticeTone, IconName> = { info: "info", good: "check", bad: "close" };

type NoticeProps = {
  readonly tone?: NoticeTone;
  /** "alert" is announced at once, "status" at the next pause; without a role it is plain text. */
  readonly role?: "alert" | "status";
  readonly children: ReactNode;
};

/** Shows an icon beside `children`. */
export function Notice({ tone = "info", role, children }: NoticeProps) {
  return (
    <div className={`${classes.notice} ${classes[tone]}`} role={role}>
      <Icon name={icons[tone]} />
      <div className={classes.words}>{children}</div>
    </div>
  );
}
