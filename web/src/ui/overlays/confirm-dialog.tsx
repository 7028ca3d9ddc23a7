import { useState } from "react";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** The consequences, in a sentence or two. */
  lead: string;
  /** The confirming button; `primary` if nothing is lost. */
  action: string;
  variant?: "danger" | "primary";
  /** Runs the action; the dialog closes afterwards, whether it succeeded or not. */
  onConfirm: () => unknown;
  onClose: () => void;
};

/** Confirms an important action. Both buttons close it; only `action` runs it. */
export function ConfirmDialog({ open, title, lead, action, variant = "danger", ...props }: ConfirmDialogProps) {
  const { onConfirm, onClose } = props;
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onClose();
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      lead={lead}
      actions={
        <DialogActions onCancel={onClose} variant={variant} busy={busy} onClick={() => void confirm()}>
          {action}
        </DialogActions>
      }
    />
  );
}
