import { useMemo, useState } from "react";
import { ApiError, firstMessage, problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatMonth } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { FileField } from "../../../ui/inputs/file-field.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { Columns, Stack } from "../../../ui/layout/layout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

const stale = ["listExchangeInvoices"] as const;
const monthsBack = 36;

/** The months before that of a day, as YYYY-MM, latest first: exchanges invoice a month that is over. */
function monthsBefore(today: string): string[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: monthsBack }, (_, at) =>
    new Date(Date.UTC(year, month - 2 - at, 1)).toISOString().slice(0, 7),
  );
}

/** Imports an exchange's invoice from a file, or fetches its report; problems of the file are listed by line. */
export function ImportInvoiceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("supply");
  const exchanges = useCall("listInvoicingExchanges");
  const [chosen, setChosen] = useState<string | null>(null);
  const months = useMemo(() => monthsBefore(todayOn()), []);
  const [month, setMonth] = useState(months[0] ?? "");
  const [files, setFiles] = useState<File[]>([]);
  const [error, setError] = useState<unknown>(null);
  const upload = useChange("importExchangeInvoice", [...stale]);
  const report = useChange("importExchangeReport", [...stale]);
  // Most operators have one exchange: it is chosen already.
  const exchange = chosen ?? exchanges.data?.[0]?.name ?? "";
  const hasReport = exchanges.data?.some((each) => each.name === exchange && each.has_report) ?? false;
  const named = { exchange, month };
  const isNamed = exchange !== "";
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
          {exchanges.error && <Note tone="error">{problemText(exchanges.error)}</Note>}
          <Columns least={180}>
            <Select
              label={t("invoices.field.exchange")}
              options={(exchanges.data ?? []).map(({ name }) => ({ value: name, label: name }))}
              value={exchange}
              error={firstMessage(error, "exchange")}
              onChange={setChosen}
            />
            <Select
              label={t("invoices.field.month")}
              options={months.map((each) => ({ value: each, label: formatMonth(`${each}-01`) }))}
              value={month}
              error={firstMessage(error, "month")}
              onChange={setMonth}
            />
          </Columns>
          <FileField
            label={t("invoices.field.file")}
            help={t("invoices.field.fileHelp")}
            accept=".csv,text/csv"
            files={files}
            onFiles={(chosen) => setFiles(chosen.slice(-1))}
          />
          {hasReport && (
            <div>
              <Button busy={report.isPending} onClick={() => void run(() => report.mutateAsync({ body: named }))}>
                {t("invoices.fetch")}
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
