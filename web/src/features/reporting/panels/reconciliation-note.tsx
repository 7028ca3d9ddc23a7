import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { Note } from "../../../ui/feedback/note.tsx";

/** At the top of the dashboard, for staff: that the books do not agree, and since when. */
export function ReconciliationNote() {
  const { t } = useTranslation("reporting");
  const { data } = useCall("listTieOuts", undefined, { staleMs: 60_000 });
  const since = data?.[0]?.differs_since;
  if (!since) return null;
  return (
    <Note tone="error">
      {t("reconciliation.alarm", { time: formatDateTime(since) })} <a href="#tie-out">{t("reconciliation.see")}</a>
    </Note>
  );
}
