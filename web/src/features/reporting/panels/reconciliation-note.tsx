import { useCall } from "../../../api/use-call.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";

/** A warning for staff that the figures have not reconciled since a point in time. */
export function ReconciliationNote() {
  const { t } = useTranslation("reporting");
  const { data } = useCall("listReconciliations", undefined, { staleMs: 60_000 });
  const since = data?.[0]?.differs_since;
  if (!since) return null;
  return (
    <Note tone="error">
      {t("reconciliation.alarm", { time: formatDateTime(since) })} <a href="#tie-out">{t("reconciliation.see")}</a>
    </Note>
  );
}
