import type { Closing } from "@litfass/contract/identity/own-account";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Note } from "../../../ui/feedback/note.tsx";
import styles from "../second-factor/second-factor.module.css";

/** What prevents closing an account, each with a link to resolve it. */
export function ClosingBlockers({ closing }: { closing: Closing }) {
  const { t } = useTranslation("security");
  const { running_campaigns: running, settling_campaigns: settling, open_orders: orders } = closing;
  return (
    <div className={styles.body}>
      <Note tone="warn">{t("closing.notYet")}</Note>
      {running > 0 && (
        <p>
          {t("closing.running", { count: running })} <Link to="/campaigns">{t("closing.toCampaigns")}</Link>
        </p>
      )}
      {settling > 0 && <p>{t("closing.settling", { count: settling })}</p>}
      {orders > 0 && (
        <p>
          {t("closing.orders", { count: orders })} <Link to="/invoices">{t("closing.toInvoices")}</Link>
        </p>
      )}
    </div>
  );
}
