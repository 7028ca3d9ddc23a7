import type { BulkCampaign, BulkCustomer } from "@litfass/contract/bulk-campaigns";
import { Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { problemText } from "../../data/api-error.ts";
import { useChange } from "../../data/use-call.ts";
import { formatMoney } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { showSnackbar } from "../../ui/snackbar-store.ts";
import styles from "./bulk.module.css";
import { totalsOf } from "./totals-of.ts";
import wizard from "./wizard.module.css";

type LaunchDialogProps = {
  bulk: BulkCampaign;
  /** Who is ready. */
  rows: readonly BulkCustomer[];
  /** How many are left out for now. */
  left: number;
  onClose: () => void;
};

/** Says what will be reserved at each customer's account, and launches. */
export function LaunchDialog({ bulk, rows, left, onClose }: LaunchDialogProps) {
  const { t } = useTranslation("bulk");
  // A second press of the same dialog is the same launch; what it cannot start may be launched again from a new one.
  const [key] = useState(() => crypto.randomUUID());
  const launch = useChange("launchBulkCampaign", [
    "showBulkCampaign",
    "checkBulkCampaign",
    "listBulkCampaigns",
    "listCampaigns",
  ]);

  async function start() {
    try {
      const { results } = await launch.mutateAsync({
        params: { bulkCampaign: bulk.id },
        body: { customers: rows.map(({ id }) => id) },
        idempotencyKey: key,
      });
      const count = results.filter(({ outcome }) => outcome === "launched").length;
      const refused = results.filter(({ outcome }) => outcome === "refused").length;
      showSnackbar(
        [t("launch.done", { count }), refused > 0 && t("launch.refused", { count: refused })].filter(Boolean).join(" "),
      );
      onClose();
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  return (
    <Dialog
      open
      persistent={launch.isPending}
      onClose={onClose}
      title={t("launch.title", { count: rows.length })}
      lead={t("launch.lead")}
      actions={
        <>
          <Button disabled={launch.isPending} onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button variant="primary" icon={Play} busy={launch.isPending} onClick={() => void start()}>
            {t("launch.confirm")}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys as well */}
        <ul className={`${wizard.plainList} ${styles.list}`} tabIndex={0} aria-label={t("customers.label")}>
          {rows.map((row) => (
            <li key={row.id} className={wizard.listRow}>
              <span>{[row.customer_name || row.customer, row.branch].filter(Boolean).join(", ")}</span>
              <span className={styles.amount}>{formatMoney(row.budget ?? 0, row.currency)}</span>
            </li>
          ))}
        </ul>
        <p className={wizard.listRow}>
          <strong>{t("launch.total")}</strong>
          <strong className={styles.amount}>
            {totalsOf(rows)
              .map(({ currency, amount }) => formatMoney(amount, currency))
              .join(" + ")}
          </strong>
        </p>
        {left > 0 && <Note>{t("launch.left", { count: left })}</Note>}
      </div>
    </Dialog>
  );
}
