import { csvOf } from "@litfass/contract/kernel/csv";
import { Download } from "lucide-react";
import { saveBlob } from "../../api/save-blob.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import styles from "./dashboard.module.css";

type Cell = string | number;

type PanelExportProps = {
  /** The panel's name. */
  of: string;
  /** The file name without its extension. */
  file: string;
  /** The first row holds the headers; undefined while loading. */
  rows: readonly (readonly Cell[])[] | undefined;
};

/** A panel's data as a spreadsheet or CSV. */
export function PanelExport({ of, file, rows }: PanelExportProps) {
  const { t } = useTranslation("reporting");
  if (!rows || rows.length < 2) return null;
  const label = t("export.of", { of });
  async function saveSpreadsheet(table: readonly (readonly Cell[])[]): Promise<void> {
    // Loaded on demand.
    const { spreadsheetOf } = await import("../../api/spreadsheet.ts");
    saveBlob(spreadsheetOf(of, table), `${file}.xlsx`);
  }
  const saveCsv = (): void => saveBlob(new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" }), `${file}.csv`);
  return (
    <span className={styles.asides}>
      <Menu
        label={label}
        trigger={<IconButton icon={Download} label={label} />}
        entries={[
          { label: t("export.xlsx"), onSelect: () => void saveSpreadsheet(rows) },
          { label: t("export.csv"), onSelect: saveCsv },
        ]}
      />
    </span>
  );
}
