import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type CsvCell, csvOf } from "../../data/csv.ts";
import { saveBlob } from "../../data/save-blob.ts";
import { IconButton } from "../../ui/button.tsx";
import styles from "./dashboard.module.css";

type CsvButtonProps = {
  /** The panel's name, for screen readers. */
  of: string;
  /** Name of the file without its ending. */
  file: string;
  /** The first one holds the headers; undefined until they have come. */
  rows: readonly (readonly CsvCell[])[] | undefined;
};

/** What a panel shows, as a CSV file. */
export function CsvButton({ of, file, rows }: CsvButtonProps) {
  const { t } = useTranslation("statistics");
  if (!rows || rows.length < 2) return null;
  const save = (): void => saveBlob(new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" }), `${file}.csv`);
  return (
    <span className={styles.asides}>
      <IconButton icon={Download} label={t("export.of", { of })} onClick={save} />
    </span>
  );
}
