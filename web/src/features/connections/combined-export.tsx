import { Download } from "lucide-react";
import { call } from "../../api/api.ts";
import { problemText } from "../../api/api-error.ts";
import { saveBlob } from "../../api/save-blob.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { IconButton } from "../../ui/button.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import type { DateRange } from "../../ui/inputs/date-range.ts";
import { Menu } from "../../ui/overlays/menu.tsx";

/** What is shown of the combined report as a file, by campaign and channel or by day. */
export function CombinedExport({ range, only }: { range: DateRange; only: string | undefined }) {
  const { t } = useTranslation("connections");
  async function save(format: "xlsx" | "csv", groupBy: "campaign" | "day"): Promise<void> {
    try {
      const source = "google_ads,google_analytics,facebook";
      const file = await call("exportStatistics", {
        query: { ...range, source, format, group_by: groupBy, ...(only ? { only } : {}) },
      });
      saveBlob(file, `combined-${groupBy}-${range.from}-${range.to}.${format}`);
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }
  const label = t("export.label");
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={Download} label={label} />}
      entries={[
        { label: t("export.xlsx"), onSelect: () => void save("xlsx", "campaign") },
        { label: t("export.xlsxDays"), onSelect: () => void save("xlsx", "day") },
        { label: t("export.csv"), onSelect: () => void save("csv", "campaign") },
        { label: t("export.csvDays"), onSelect: () => void save("csv", "day") },
      ]}
    />
  );
}
