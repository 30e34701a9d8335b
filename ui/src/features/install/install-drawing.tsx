/** Drawings of where a browser hides its way to install an app. The text beside them says the same. */
import type { ReactNode } from "react";
import classes from "./install-drawing.module.css";

/** The devices that install in different ways. */
export type InstallDevice = "apple" | "android" | "desktop";

/** Three pictures in a row: the button, the entry of its menu, and the icon where the app is found afterwards. */
export function InstallDrawing({ device }: { readonly device: InstallDevice }) {
  const isDesktop = device === "desktop";
  return (
    <div className={classes.row}>
      <Screen isWide={isDesktop}>{buttons[device]}</Screen>
      <Screen isWide={isDesktop}>{menus[device]}</Screen>
      <Screen isWide={isDesktop}>
        <Icons />
      </Screen>
    </div>
  );
}

type ScreenProps = { readonly isWide: boolean; readonly children: ReactNode };

/** A phone of 80 by 140 units, or a computer's window of 140 by 100 with its content from the same origin. */
function Screen({ isWide, children }: ScreenProps) {
  return (
    <svg
      aria-hidden="true"
      className={classes.screen}
      viewBox={isWide ? "0 0 140 140" : "-30 0 140 140"}
    >
      <rect
        className={classes.body}
        x="1"
        y={isWide ? 21 : 1}
        width={isWide ? 138 : 78}
        height={isWide ? 98 : 138}
        rx={isWide ? 6 : 12}
      />
      {children}
    </svg>
  );
}

/** A grey line of text or a field. */
const Line = (props: { x: number; y: number; width: number; height?: number }) => (
  <rect className={classes.line} rx="3" height={6} {...props} />
);

/** The place to tap. */
const Spot = ({ x, y }: { x: number; y: number }) => (
  <circle className={classes.spot} cx={x} cy={y} r="12" />
);

const share = (x: number, y: number) => (
  <path
    className={classes.mark}
    d={`M${x - 5} ${y - 1}v7h10v-7M${x} ${y + 2}v-10m-3.5 3.5 3.5-3.5 3.5 3.5`}
  />
);

const dots = (x: number, y: number) => (
  <g className={classes.dots}>
    {[-5, 0, 5].map((offset) => (
      <circle key={offset} cx={x} cy={y + offset} r="1.7" />
    ))}
  </g>
);

const plus = (x: number, y: number) => (
  <path className={classes.mark} d={`M${x - 5} ${y}h10M${x} ${y - 5}v10`} />
);

const buttons: Readonly<Record<InstallDevice, ReactNode>> = {
  apple: (
    <>
      <Line x={12} y={16} width={56} />
      <Line x={12} y={30} width={40} />
      <Line x={10} y={104} width={60} height={10} />
      <Spot x={40} y={126} />
      {share(40, 127)}
    </>
  ),
  android: (
    <>
      <Line x={10} y={13} width={44} height={10} />
      <Line x={12} y={36} width={56} />
      <Line x={12} y={50} width={40} />
      <Spot x={66} y={18} />
      {dots(66, 18)}
    </>
  ),
  desktop: (
    <>
      <Line x={10} y={31} width={90} height={10} />
      <Line x={12} y={56} width={110} />
      <Line x={12} y={70} width={80} />
      <Spot x={120} y={36} />
      <path className={classes.mark} d="M114 31h12v8h-12zM117 42h6M120 33v4" />
    </>
  ),
};

const menus: Readonly<Record<InstallDevice, ReactNode>> = {
  apple: (
    <>
      <rect className={classes.sheet} x="4" y="52" width="72" height="84" rx="8" />
      <Line x={12} y={64} width={40} />
      <rect className={classes.chosen} x="8" y="80" width="64" height="22" rx="5" />
      <Line x={14} y={88} width={34} />
      {plus(62, 91)}
      <Line x={12} y={114} width={46} />
    </>
  ),
  android: (
    <>
      <rect className={classes.sheet} x="18" y="8" width="58" height="96" rx="6" />
      <Line x={25} y={20} width={36} />
      <Line x={25} y={36} width={28} />
      <rect className={classes.chosen} x="21" y="50" width="52" height="22" rx="5" />
      {plus(31, 61)}
      <Line x={41} y={58} width={26} />
      <Line x={25} y={84} width={36} />
    </>
  ),
  desktop: (
    <>
      <rect className={classes.sheet} x="40" y="46" width="92" height="60" rx="6" />
      <Line x={50} y={58} width={60} />
      <rect className={classes.chosen} x="84" y="80" width="40" height="18" rx="5" />
      <Line x={91} y={86} width={26} />
    </>
  ),
};

/** The heart among other apps. */
function Icons() {
  return (
    <>
      {[14, 34].map((x) => (
        <rect key={x} className={classes.line} x={x} y="34" width="14" height="14" rx="4" />
      ))}
      <rect className={classes.chosen} x="51" y="31" width="20" height="20" rx="6" />
      <path
        className={classes.heart}
        d="M61 47s-6-4-6-8a3.2 3.2 0 0 1 6-1.6 3.2 3.2 0 0 1 6 1.6c0 4-6 8-6 8z"
      />
    </>
  );
}
