/** A raised surface with figures. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "#components/icon.tsx";
import classes from "./card.module.css";
import { Panel } from "./card.tsx";

type FigureCardProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
};

/** An icon and a title in the colour of the heart, an `h2`, and below them what was counted. */
export function FigureCard({ icon, title, children }: FigureCardProps) {
  return (
    <Panel
      title={
        <span className={classes.figureTitle}>
          <Icon name={icon} />
          {title}
        </span>
      }
    >
      {children}
    </Panel>
  );
}
