import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";

type ConfirmDeleteProps = {
  open: boolean;
  /** What is deleted, by name: "Delete Gift boxes for firms". */
  name: string;
  /** Deletes; the dialog closes when it is done, whether it worked or not. */
  onConfirm: () => unknown;
  onClose: () => void;
};

/** Asks before a deletion, with the fixed text of SHELL-019. Both answers close it; only Delete deletes. */
export function ConfirmDelete({ open, name, onConfirm, onClose }: ConfirmDeleteProps) {
  const { t } = useTranslation("ui");
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
      title={t("delete.title", { name })}
      lead={t("delete.text")}
      actions={
        <DialogActions onCancel={onClose} variant="danger" busy={busy} onClick={() => void confirm()}>
          {t("delete.confirm")}
        </DialogActions>
      }
    />
  );
}
