import type { AuditExport } from "@litfass/contract/kernel/audit";
import { type AuditFormat, auditFormats } from "@litfass/contract/kernel/audit-kinds";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { saveBlob } from "../../../api/save-blob.ts";
import { queryClient } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { DateField } from "../../../ui/inputs/date-field.tsx";
import { addDays, todayOn } from "../../../ui/inputs/date-range.ts";
import { Select } from "../../../ui/inputs/select.tsx";
import { Columns, Stack } from "../../../ui/layout/layout.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { DialogActions } from "../../../ui/overlays/dialog-actions.tsx";

const scopes = ["user", "all"] as const;
const usualDays = 30;

type ExportDialogProps = { uid: string; filter: Pick<AuditExport, "kind" | "by">; onClose: () => void };

/** Downloads the history of a period, of this user or of all, with the filters of the list. */
export function ExportDialog({ uid, filter, onClose }: ExportDialogProps) {
  const { t } = useTranslation("audit");
  const [from, setFrom] = useState<string | null>(() => addDays(todayOn(), 1 - usualDays));
  const [to, setTo] = useState<string | null>(() => todayOn());
  const [scope, setScope] = useState<(typeof scopes)[number]>("user");
  const [format, setFormat] = useState<AuditFormat>("csv");
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function submit(event: React.FormEvent) {
    event.preventDefault();
    if (from === null || to === null) return;
    setIsRunning(true);
    setError(null);
    try {
      const user = scope === "user" ? { user: uid } : {};
      const file = await call("exportAudit", { body: { ...filter, from, to, ...user, format } });
      saveBlob(file, `audit-log-${from}-${to}.${format}`);
      onClose();
      // The export is an entry of the list, too.
      await queryClient.invalidateQueries({ queryKey: ["listAuditEntries"] });
    } catch (problem) {
      setError(problem);
      setIsRunning(false);
    }
  }
  return (
    <Dialog
      open
      size="plan"
      title={t("export.title")}
      lead={t("export.lead")}
      onClose={onClose}
      actions={
        <DialogActions onCancel={onClose} form="audit-export" disabled={from === null || to === null} busy={isRunning}>
          {t("export.save")}
        </DialogActions>
      }
    >
      <form id="audit-export" noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          {error !== null && <Note tone="error">{problemText(error)}</Note>}
          <Columns least={150}>
            <DateField label={t("export.from")} value={from} max={to ?? todayOn()} onChange={setFrom} />
            <DateField label={t("export.to")} value={to} min={from ?? undefined} max={todayOn()} onChange={setTo} />
          </Columns>
          <Select
            label={t("export.whose")}
            options={scopes.map((value) => ({ value, label: t(`export.${value}`) }))}
            value={scope}
            onChange={setScope}
          />
          <Select
            label={t("export.format")}
            options={auditFormats.map((value) => ({ value, label: t(`export.${value}`) }))}
            value={format}
            onChange={setFormat}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
