import type { Review } from "@litfass/contract/campaigns/review";
import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { ReasonChoice } from "./reason-choice.tsx";
import styles from "./review.module.css";

const maxNoteLength = 1000;

type RejectDialogProps = { review: Review; onClose: () => void; onDone: () => void };

/** The reasons, each with its advice to the advertiser, and a free-text note. */
export function RejectDialog({ review, onClose, onDone }: RejectDialogProps) {
  const { t } = useTranslation("review");
  const [reasons, setReasons] = useState<ReviewReason[]>([]);
  const [note, setNote] = useState("");
  const reject = useChange("rejectReview", ["listReviews"]);

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (reasons.length === 0) return;
    try {
      await reject.mutateAsync({ params: { review: review.id }, body: { reasons, note } });
      onDone();
    } catch {
      // Shown above the form.
    }
  }

  return (
    <Dialog
      open
      title={t("reject.title", { name: review.campaign_name })}
      lead={t("reject.lead")}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          form="reject"
          variant="danger"
          disabled={reasons.length === 0}
          busy={reject.isPending}
        >
          {t("action.reject")}
        </DialogActions>
      }
    >
      <form id="reject" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {reject.error && <Note tone="error">{problemText(reject.error)}</Note>}
        <ReasonChoice chosen={reasons} onChange={setReasons} />
        <TextArea
          label={t("reject.note")}
          help={t("reject.noteHelp")}
          value={note}
          maxLength={maxNoteLength}
          rows={3}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
