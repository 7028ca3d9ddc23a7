import type { BankEntry } from "@litfass/contract/bank/bank-files";
import { type FormEvent, useState } from "react";
import { firstMessage, problemText } from "../../api/api-error.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../ui/overlays/dialog-actions.tsx";
import { amountText } from "./entry-columns.tsx";
import { bankReads } from "./reads.ts";

/** Notes why an entry needs no booking here. */
export function SettleDialog({ entry, onClose }: { entry: BankEntry; onClose: () => void }) {
  const { t } = useTranslation("bank");
  const [note, setNote] = useState("");
  const [error, setError] = useState<unknown>(null);
  const settle = useChange("settleBankEntry", bankReads);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(null);
    try {
      await settle.mutateAsync({ params: { entry: entry.id }, body: { note } });
      showSnackbar(t("settle.saved"));
      onClose();
    } catch (problem) {
      setError(problem);
    }
  }
  const atNote = firstMessage(error, "note");
  return (
    <Dialog
      open
      title={t("settle.title", { amount: amountText(entry) })}
      lead={t("settle.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="bank-entry" busy={settle.isPending} disabled={note.trim() === ""}>
          {t("settle.action")}
        </DialogActions>
      }
    >
      <form id="bank-entry" noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          {error !== null && !atNote && <Note tone="error">{problemText(error)}</Note>}
          <TextInput
            label={t("settle.note")}
            help={t("settle.noteHelp")}
            value={note}
            maxLength={200}
            autoComplete="off"
            error={atNote}
            onChange={(event) => setNote(event.target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
