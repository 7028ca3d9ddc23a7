import type { BulkCampaign, BulkCustomer } from "@litfass/contract/campaigns/bulk-campaigns";
import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/feedback/meter.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { totalsOf } from "../totals-of.ts";
import wizard from "../wizard/wizard.module.css";
import styles from "./bulk.module.css";

type LaunchDialogProps = {
  bulk: BulkCampaign;
  /** The customers that are ready. */
  rows: readonly BulkCustomer[];
  /** How many are skipped for now. */
  left: number;
  onClose: () => void;
};

/** The endpoints to refetch after a launch. */
const afterLaunch = ["showBulkCampaign", "checkBulkCampaign", "listBulkCampaigns", "listCampaigns"] as const;
/** Launches per call: small batches keep each call short and the progress bar moving. */
const atOnce = 10;

/** Shows what will be reserved per customer, then launches. */
export function LaunchDialog({ bulk, rows: ready, left, onClose }: LaunchDialogProps) {
  const { t } = useTranslation("bulk");
  const client = useQueryClient();
  // Launches exactly what was shown, even if the list changes in the meantime.
  const [rows] = useState(ready);
  // Retries within this dialog are the same launch; a new dialog can launch what failed.
  const [key] = useState(() => crypto.randomUUID());
  const [done, setDone] = useState<number | null>(null);

  async function start() {
    let [launched, refused] = [0, 0];
    try {
      for (let at = 0; at < rows.length; at += atOnce) {
        setDone(at);
        const { results } = await call("launchBulkCampaign", {
          params: { bulkCampaign: bulk.id },
          body: { customers: rows.slice(at, at + atOnce).map(({ id }) => id) },
          idempotencyKey: `${key}-${at}`,
        });
        launched += results.filter(({ outcome }) => outcome === "launched").length;
        refused += results.filter(({ outcome }) => outcome === "refused").length;
      }
      const texts = [t("launch.done", { count: launched }), refused > 0 && t("launch.refused", { count: refused })];
      showSnackbar(texts.filter(Boolean).join(" "));
    } catch (error) {
      showSnackbar(problemText(error));
    } finally {
      for (const name of afterLaunch) void client.invalidateQueries({ queryKey: [name] });
      onClose();
    }
  }

  return (
    <Dialog
      open
      persistent={done !== null}
      onClose={onClose}
      title={t("launch.title", { count: rows.length })}
      lead={t("launch.lead")}
      actions={
        <>
          <Button disabled={done !== null} onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button variant="primary" icon={Play} busy={done !== null} onClick={() => void start()}>
            {t("launch.confirm")}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys as well */}
        <ul className={`${wizard.unstyledList} ${styles.list}`} tabIndex={0} aria-label={t("customers.label")}>
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
        {done !== null && <Progress label={t("launch.progress")} percent={(100 * done) / rows.length} />}
        {left > 0 && <Note>{t("launch.skipped", { count: left })}</Note>}
      </div>
    </Dialog>
  );
}
