/** The parts of the preview drawings. */
import type { ReactNode } from "react";
import classes from "./phones.module.css";

type PhoneProps = {
  readonly label: string;
  /** Whether there is room for a line of text below the phone. */
  readonly isCaptioned?: boolean;
  readonly children: ReactNode;
};

/** A phone with a 220 by 440 screen for `children`, as one image with the text alternative `label`. */
export function Phone({ label, isCaptioned = false, children }: PhoneProps) {
  const viewBox = `-10 -10 240 ${isCaptioned ? 500 : 460}`;
  return (
    <svg className={classes.phone} viewBox={viewBox} role="img" aria-label={label}>
      <rect className={classes.body} x="-8" y="-8" width="236" height="456" rx="38" />
      <rect className={classes.screen} width="220" height="440" rx="30" />
      <rect className={classes.body} x="80" y="9" width="60" height="14" rx="7" />
      {children}
    </svg>
  );
}

type RowProps = { readonly y: number; readonly height: number; readonly children?: ReactNode };

/** A raised box over the width of the screen. */
export function Box({ y, height, children }: RowProps) {
  return (
    <>
      <rect className={classes.box} x="16" y={y} width="188" height={height} rx="12" />
      {children}
    </>
  );
}

type WordsProps = {
  readonly x?: number;
  readonly y: number;
  readonly look?: "title" | "soft" | "small" | "giant";
  readonly isCentred?: boolean;
  readonly children: ReactNode;
};

/** One line of text on the screen. */
export function Words({ x, y, look, isCentred = false, children }: WordsProps) {
  const names = [classes.words, look && classes[look], isCentred && classes.centred];
  return (
    <text className={names.filter(Boolean).join(" ")} x={x ?? (isCentred ? 110 : 30)} y={y}>
      {children}
    </text>
  );
}
