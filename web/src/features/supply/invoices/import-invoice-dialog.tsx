import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, firstMessage, problemText } from "../../../api/api-error.ts";
import { useChange } from "../../../api/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { FileField } from "../../../ui/inputs/file-field.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

const stale = ["listExchangeInvoices"] as const;

/** Imports an exchange's invoice from a file, or fetches its report; problems of the file are listed by line. */
export function ImportInvoiceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("supply");
  const [exchange, setExchange] = useState("");
  const [month, setMonth] = useState("");
  const [files, setFiles] = useState<File[]>([]);
  const [error, setError] = useState<unknown>(null);
  const upload = useChange("importExchangeInvoice", [...stale]);
  const report = useChange("importExchangeReport", [...stale]);
  const named = { exchange: exchange.trim(), month: month.trim() };
  const isNamed = named.exchange !== "" && named.month !== "";
  const [file] = files;

  async function run(send: () => Promise<unknown>) {
    setError(null);
    try {
      await send();
      showSnackbar(t("invoices.imported", { name: named.exchange, month: named.month }));
      onClose();
    } catch (problem) {
      setError(problem);
    }
  }
  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (!file || !isNamed) return;
    const csv = await file.text();
    await run(() => upload.mutateAsync({ body: { ...named, csv } }));
  }
  const atLines = error instanceof ApiError ? (error.errors.csv ?? []) : [];
  return (
    <Dialog
      open
      size="plan"
      title={t("invoices.import")}
      lead={t("invoices.importLead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="exchange-invoice" disabled={!isNamed || !file} busy={upload.isPending}>
          {t("invoices.import")}
        </DialogActions>
      }
    >
      <form id="exchange-invoice" noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          {error !== null && atLines.length === 0 && <Note tone="error">{problemText(error)}</Note>}
          {atLines.length > 0 && (
            <Note tone="error">
              {atLines.map((each) => (
                <div key={each}>{each}</div>
              ))}
            </Note>
          )}
          <TextInput
            label={t("invoices.field.exchange")}
            maxLength={40}
            value={exchange}
            error={firstMessage(error, "exchange")}
            onChange={(event) => setExchange(event.target.value)}
          />
          <TextInput
            label={t("invoices.field.month")}
            help={t("invoices.field.monthHelp")}
            maxLength={7}
            value={month}
            error={firstMessage(error, "month")}
            onChange={(event) => setMonth(event.target.value)}
          />
          <FileField
            label={t("invoices.field.file")}
            help={t("invoices.field.fileHelp")}
            accept=".csv,text/csv"
            files={files}
            onFiles={(chosen) => setFiles(chosen.slice(-1))}
          />
          <div>
            <Button
              disabled={!isNamed}
              busy={report.isPending}
              onClick={() => void run(() => report.mutateAsync({ body: named }))}
            >
              {t("invoices.fetch")}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
