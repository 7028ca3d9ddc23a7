import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import { Download } from "lucide-react";
import { call } from "../../api/api.ts";
import { saveBlob } from "../../api/save-blob.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { IconButton } from "../../ui/button.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Menu } from "../../ui/overlays/menu.tsx";
import { type DashboardFilter, queryOf } from "./use-filter.ts";

type ExportMenuProps = {
  filter: DashboardFilter;
  /** What one row of the file represents. */
  groupBy: TableGrouping;
  /** The panel's name, for screen readers. */
  of: string;
};

/** Exports all rows of a panel. */
export function ExportMenu({ filter, groupBy, of }: ExportMenuProps) {
  const { t } = useTranslation("reporting");
  async function save(format: "xlsx" | "csv"): Promise<void> {
    try {
      const file = await call("exportStatistics", { query: { ...queryOf(filter), group_by: groupBy, format } });
      saveBlob(file, `statistics-${groupBy}-${filter.range.from}-${filter.range.to}.${format}`);
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : t("failed"));
    }
  }
  const label = t("export.of", { of });
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={Download} label={label} />}
      entries={[
        { label: t("export.xlsx"), onSelect: () => void save("xlsx") },
        { label: t("export.csv"), onSelect: () => void save("csv") },
      ]}
    />
  );
}
