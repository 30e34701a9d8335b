/** The line icons of the product, drawn on a 24 by 24 grid. */
import type { ReactElement } from "react";
import classes from "./controls.module.css";

const shapes = {
  pulse: <path d="M3 12h4l2.5-7 4.5 14 2.5-7H21" />,
  steps: (
    <>
      <rect x="5" y="3" width="5.5" height="10" rx="2.75" />
      <path d="M5.5 16.5h4.5M14 21h4.5" />
      <rect x="13.5" y="7.5" width="5.5" height="10" rx="2.75" />
    </>
  ),
  bars: <path d="M5 20v-7M12 20V4M19 20V9" />,
  exit: <path d="M10 4H5v16h5M14 8l4 4-4 4M18 12H9" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  left: <path d="m14.5 5-7 7 7 7" />,
  right: <path d="m9.5 5 7 7-7 7" />,
  phone: (
    <path d="M6.5 3.5h3l1.5 4-2 1.5a12 12 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2z" />
  ),
  message: <path d="M4 5h16v11H9.5L5 20v-4H4z" />,
  mail: <path d="M3.5 5.5h17v13h-17zM4 6l8 6.5L20 6" />,
  heart: (
    <path d="M12 20S4 14.8 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 14.8 12 20 12 20z" />
  ),
  lock: <path d="M6 10.5h12V20H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5" />,
  microphone: (
    <path d="M12 3.5a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0V6A2.5 2.5 0 0 1 12 3.5zM6 11a6 6 0 0 0 12 0M12 17v3.5" />
  ),
  pin: (
    <path d="M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 7.8a2.2 2.2 0 1 0 .01 0z" />
  ),
  gift: (
    <path d="M4 8.5h16V12H4zM5.5 12h13v8.5h-13zM12 8.5v12M12 8.5C9 8.5 7 7.5 7.5 5.5S11 4 12 8.5c1-4.5 4-5 4.5-3s-1.5 3-4.5 3z" />
  ),
  settings: (
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 1 0 .01 0zM9 14.8a2.2 2.2 0 1 0 .01 0z" />
  ),
  shield: <path d="M12 3.5 19 6v6c0 4.5-3 7.5-7 8.8C8 19.5 5 16.5 5 12V6z" />,
  info: <path d="M12 3.5a8.5 8.5 0 1 0 .01 0zM12 11v5M12 7.8v.2" />,
} satisfies Record<string, ReactElement>;

/** The name of an icon. */
export type IconName = keyof typeof shapes;

/** A decorative icon: the text beside it says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
}
