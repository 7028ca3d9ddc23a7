import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import styles from "./review.module.css";

const leastText = 10;
const maxTextLength = 1000;

/** Requests a second review, with a reason. */
export function AppealDialog({ campaignId, onClose }: { campaignId: number; onClose: () => void }) {
  const { t } = useTranslation("review");
  const [text, setText] = useState("");
  const appeal = useChange("appealCampaignReview", ["showCampaignReview", "showCampaign", "listCampaigns"]);
  const isShort = text.trim().length < leastText;

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (isShort) return;
    try {
      await appeal.mutateAsync({ params: { userCampaign: campaignId }, body: { text } });
      showSnackbar(t("appeal.sent"));
      onClose();
    } catch {
      // Shown above the form.
    }
  }
  return (
    <Dialog
      open
      title={t("appeal.title")}
      lead={t("appeal.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="appeal" disabled={isShort} busy={appeal.isPending}>
          {t("appeal.send")}
        </DialogActions>
      }
    >
      <form id="appeal" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {appeal.error && <Note tone="error">{problemText(appeal.error)}</Note>}
        <TextArea
          label={t("appeal.text")}
          value={text}
          maxLength={maxTextLength}
          rows={5}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
