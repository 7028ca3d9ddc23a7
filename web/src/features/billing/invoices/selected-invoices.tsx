import { Download } from "lucide-react";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import type { AdminInvoice } from "./invoice-columns.tsx";
import styles from "./invoices.module.css";

/** The maximum number of invoices per download. */
export const maxInvoices = 200;

type SelectedInvoicesProps = {
  rows: readonly AdminInvoice[];
  chosen: ReadonlySet<string>;
  busy: boolean;
  onToggle: (ids: readonly string[], on: boolean) => void;
  onDownload: () => void;
};

/** The toolbar above the list: selects the whole page and downloads the selection, across pages. */
export function SelectedInvoices({ rows, chosen, busy, onToggle, onDownload }: SelectedInvoicesProps) {
  const { t } = useTranslation("invoices");
  const ids = rows.map((row) => row.id);
  const all = ids.every((id) => chosen.has(id));
  return (
    <div className={styles.chosen}>
      <Checkbox checked={all} onChange={(event) => onToggle(ids, event.target.checked)}>
        {t("choosePage")}
      </Checkbox>
      <span role="status">
        {chosen.size > maxInvoices
          ? t("tooMany", { max: formatNumber(maxInvoices) })
          : chosen.size > 0 && t("chosen", { count: chosen.size, number: formatNumber(chosen.size) })}
      </span>
      <Button
        small
        icon={Download}
        disabled={chosen.size === 0 || chosen.size > maxInvoices}
        busy={busy}
        onClick={onDownload}
      >
        {t("downloadChosen")}
      </Button>
    </div>
  );
}
