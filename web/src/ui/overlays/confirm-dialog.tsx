import { useState } from "react";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** What follows from it, in a sentence or two. */
  lead: string;
  /** The button that does it; `primary` where nothing is lost by it. */
  action: string;
  variant?: "danger" | "primary";
  /** Does it; the dialog closes when it is done, whether it worked or not. */
  onConfirm: () => unknown;
  onClose: () => void;
};

/** Asks before something that matters. Both answers close it; only `action` does it. */
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
