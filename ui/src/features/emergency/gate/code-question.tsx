/** The dialog that asks for the code before an action. Loaded lazily: an emergency does not need it. */
import { Dialog } from "#components/dialog/dialog.tsx";
import { SecurityCodeForm } from "../code/security-code-screen.tsx";

type CodeQuestionProps = {
  readonly isOpen: boolean;
  readonly onVerified: () => void;
  readonly onClose: () => void;
};

/** Asks while `isOpen`. */
export function CodeQuestion({ isOpen, onVerified, onClose }: CodeQuestionProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Security Verification">
      <SecurityCodeForm onVerified={onVerified} onBack={onClose} />
    </Dialog>
  );
}
