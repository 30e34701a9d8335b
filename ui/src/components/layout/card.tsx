/** A raised surface, one with a heading, and one with figures. */
import type { ComponentPropsWithRef, ReactNode } from "react";
import { Icon, type IconName } from "#components/icon.tsx";
import classes from "./card.module.css";
import layoutClasses from "./layout.module.css";

/** A card; `className` adds to its style. */
export function Card({ className, ...props }: ComponentPropsWithRef<"div">) {
  return <div {...props} className={[classes.card, className].filter(Boolean).join(" ")} />;
}

type PanelProps = { readonly title?: ReactNode; readonly children: ReactNode };

/** The heading is an `h2`: a panel is directly below the page's `h1`. */
export function Panel({ title, children }: PanelProps) {
  return (
    <Card className={layoutClasses.stack}>
      {title !== undefined && <h2 className={classes.title}>{title}</h2>}
      {children}
    </Card>
  );
}

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
