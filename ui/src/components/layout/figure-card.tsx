/** A card of figures: an icon and a name in the colour of the heart, and below them what was counted. */
import type { ReactNode } from "react";
import { Icon, type IconName } from "#components/icon.tsx";
import classes from "./card.module.css";
import { Panel } from "./card.tsx";

type FigureCardProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
};

/** The title is an `h2`. */
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
