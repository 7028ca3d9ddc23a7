import type { Approval } from "@litfass/contract/billing/billing";
import { useState } from "react";
import { problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { TextArea } from "../../../ui/inputs/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

type DecisionDialogProps = { approval: Approval; approves: boolean; onClose: () => void };

/** The second person's decision on a credit or refund. */
export function DecisionDialog({ approval, approves, onClose }: DecisionDialogProps) {
  const { t } = useTranslation("books");
  const [note, setNote] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const approve = useChange("approveMoney", ["listApprovals"]);
  const reject = useChange("rejectMoney", ["listApprovals"]);
  const params = { approval: approval.id };
  const body = { note: note.trim() || null };
  const problem = approve.error ?? reject.error;
  const what = {
    amount: formatMoney(approval.amount, approval.currency),
    name: approval.user_name,
    by: approval.requested_by_name,
  };

  async function decide() {
    try {
      if (approves) await approve.mutateAsync({ params, body, idempotencyKey: key });
      else await reject.mutateAsync({ params, body });
      showSnackbar(t(approves ? "decision.approved" : "decision.rejected", what));
      onClose();
    } catch {
      // The error is shown above the note.
    }
  }

  return (
    <Dialog
      open
      title={t(approves ? "decision.approveTitle" : "decision.rejectTitle")}
      lead={t(`decision.${approval.kind}`, what)}
      onClose={onClose}
      actions={
        <DialogActions
          onCancel={onClose}
          variant={approves ? "primary" : "danger"}
          busy={approve.isPending || reject.isPending}
          onClick={() => void decide()}
        >
          {t(approves ? "approvals.approve" : "approvals.reject")}
        </DialogActions>
      }
    >
      {problem && <Note tone="error">{problemText(problem)}</Note>}
      <TextArea
        label={t("decision.note")}
        help={t("decision.noteHelp")}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Dialog>
  );
}
