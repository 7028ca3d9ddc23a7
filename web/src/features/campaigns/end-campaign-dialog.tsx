import type { Campaign } from "@litfass/contract/campaigns";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogActions } from "../../ui/dialog-actions.tsx";

type EndCampaignDialogProps = {
  campaign: Pick<Campaign, "name">;
  open: boolean;
  /** Ends it; the dialog closes when it is done, whether it worked or not. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before a running campaign ends by hand: it never goes back (STATE-006). */
export function EndCampaignDialog({ campaign, open, onConfirm, onClose }: EndCampaignDialogProps) {
  const { t } = useTranslation("campaigns");
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("end.title", { name: campaign.name })}
      lead={t("end.text")}
      actions={
        <DialogActions onCancel={onClose} variant="danger" busy={busy} onClick={() => void confirm()}>
          {t("action.end")}
        </DialogActions>
      }
    />
  );
}
