/** The button that measures the pulse. What measures is loaded when it is pressed. */
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { useLazyPart } from "#components/loading.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { cameraUnavailable } from "#content/heart-monitor.ts";
import { pageFailed } from "#content/messages.ts";
import classes from "./heart.module.css";

const loadPanel = async () => (await import("./measure/measure-panel.tsx")).MeasurePanel;

type MeasureButtonProps = {
  /** Whether the camera stays off and nothing is loaded: an emergency has the phone to itself. */
  readonly isOff?: boolean;
};

/** Opens the panel in its own place. */
export function MeasureButton({ isOff = false }: MeasureButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setOpen(false);
  const failed = () => {
    showToast({ title: pageFailed, tone: "destructive" });
    close();
  };
  const Panel = useLazyPart(loadPanel, isOpen && !isOff, failed);
  if (isOpen && !isOff && Panel !== null) return <Panel onClose={close} />;
  return (
    <div className={classes.measure}>
      <Button ref={button} className={classes.button} onClick={() => setOpen(true)}>
        <Icon name="pulse" />
        Measure
      </Button>
      {isOpen && isOff && <p role="status">{cameraUnavailable}</p>}
    </div>
  );
}
