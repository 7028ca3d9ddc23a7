import { ChevronDown, Download, Share2 } from "lucide-react";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { saveBlob } from "../../../api/save-blob.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { daysIn } from "../../../ui/inputs/date-range.ts";
import { Icon } from "../../../ui/layout/icon.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { type DashboardFilter, queryOf } from "../use-filter.ts";
import { printReport } from "./print-report.ts";

const ShareDialog = lazyPart(async () => (await import("./share-dialog.tsx")).ShareDialog);
const longestLogDays = 31;

type ReportActionsProps = { filter: DashboardFilter /** Without, sharing is offered elsewhere. */; sharing?: boolean };

/** Exports or shares the whole report. */
export function ReportActions({ filter, sharing: mayShare = true }: ReportActionsProps) {
  const { t } = useTranslation("reporting");
  const [sharing, setSharing] = useState(false);
  const { from, to } = filter.range;

  async function save(file: Promise<Blob>, name: string): Promise<void> {
    try {
      saveBlob(await file, name);
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : t("failed"));
    }
  }
  const savePdf = (costs: boolean) =>
    save(call("printReport", { query: { ...queryOf(filter), costs: String(costs) } }), `report-${from}-${to}.pdf`);
  const saveDays = (format: "xlsx" | "csv") =>
    save(
      call("exportStatistics", { query: { ...queryOf(filter), group_by: "day", format } }),
      `statistics-day-${from}-${to}.${format}`,
    );
  async function saveLog(): Promise<void> {
    if (daysIn({ from, to }) > longestLogDays) return showSnackbar(t("export.logTooLong"));
    const { sites: _, regions: __, ...query } = queryOf(filter);
    await save(call("exportImpressionLog", { query }), `impressions-${from}-${to}.csv`);
  }

  return (
    <>
      <Menu
        label={t("export.menu")}
        trigger={
          <Button icon={Download}>
            {t("export.menu")} <Icon of={ChevronDown} size={16} />
          </Button>
        }
        entries={[
          { label: t("export.pdf"), onSelect: () => void savePdf(true) },
          { label: t("export.pdfWithoutCosts"), onSelect: () => void savePdf(false) },
          { label: t("export.days.xlsx"), onSelect: () => void saveDays("xlsx") },
          { label: t("export.days.csv"), onSelect: () => void saveDays("csv") },
          { label: t("export.log"), onSelect: () => void saveLog() },
          { label: t("export.print"), onSelect: () => void printReport() },
        ]}
      />
      {mayShare && (
        <Button icon={Share2} onClick={() => setSharing(true)}>
          {t("share.button")}
        </Button>
      )}
      {sharing && <ShareDialog filter={filter} onClose={() => setSharing(false)} />}
    </>
  );
}
