import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import type { AdReport } from "@litfass/contract/transparency/ad-reports";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";
import { ReasonChoice } from "../review/reason-choice.tsx";
import styles from "../review/review.module.css";

export type Decision = "dismiss" | "ask" | "restrict";
const maxNoteLength = 1000;
const minQuestionLength = 10;

type DecideDialogProps = { report: AdReport; decision: Decision; onClose: () => void; onDone: () => void };

/** A decision on a report: an explanation, a question, or the reasons for stopping the ads. */
export function DecideDialog({ report, decision, onClose, onDone }: DecideDialogProps) {
  const { t } = useTranslation("review");
  const [reasons, setReasons] = useState<ReviewReason[]>([]);
  const [note, setNote] = useState("");
  const changed = ["listAdReports", "listWork"] as const;
  const dismiss = useChange("closeAdReport", [...changed]);
  const ask = useChange("sendAdReportQuestion", [...changed]);
  const restrict = useChange("stopReportedAds", [...changed]);
  const call = { dismiss, ask, restrict }[decision];
  const isComplete =
    decision === "restrict" ? reasons.length > 0 : decision === "dismiss" || note.trim().length >= minQuestionLength;

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!isComplete) return;
    const params = { adReport: report.id };
    try {
      if (decision === "restrict") await restrict.mutateAsync({ params, body: { reasons, note } });
      else await { dismiss, ask }[decision].mutateAsync({ params, body: { note } });
      onDone();
    } catch {
      // Shown above the form.
    }
  }

  return (
    <Dialog
      open
      title={t(`reports.${decision}.title`, { name: report.campaign_name })}
      lead={t(`reports.${decision}.lead`)}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          form="decide"
          variant={decision === "restrict" ? "danger" : "primary"}
          disabled={!isComplete}
          busy={call.isPending}
        >
          {t(`reports.action.${decision}`)}
        </DialogActions>
      }
    >
      <form id="decide" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {call.error && <Note tone="error">{problemText(call.error)}</Note>}
        {decision === "restrict" && <ReasonChoice chosen={reasons} onChange={setReasons} />}
        <TextArea
          label={t(`reports.${decision}.note`)}
          value={note}
          maxLength={maxNoteLength}
          rows={3}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
