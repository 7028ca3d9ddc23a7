import type { BulkCustomer, BulkReadiness } from "@litfass/contract/campaigns/bulk-campaigns";
import { Link } from "react-router";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { State } from "../../../ui/feedback/state.tsx";
import styles from "./bulk.module.css";

type BulkCustomerStateProps = { row: BulkCustomer; points: BulkReadiness["customers"][number] | null };

/** The state of a customer: launched, with a link to its campaign; ready; or what is missing. */
export function BulkCustomerState({ row, points }: BulkCustomerStateProps) {
  const { t } = useTranslation("bulk");
  if (row.campaign) {
    return (
      <span className={styles.state}>
        <State shape="on">{t("customer.launched")}</State>
        <Link to={`/users/${row.customer}/campaigns/${row.campaign.id}`}>{row.campaign.name}</Link>
      </span>
    );
  }
  if (!points) return <span className={styles.state} />;
  const missing = [...points.missing, ...points.obstacles].map(({ message }) => message);
  return (
    <span className={styles.state}>
      {missing.length === 0 ? (
        <State shape="waiting">{t("customer.ready")}</State>
      ) : (
        <State shape={points.missing.length > 0 ? "draft" : "limited"} detail={missing.join(" ")}>
          {t(points.missing.length > 0 ? "customer.incomplete" : "customer.blocked")}
        </State>
      )}
    </span>
  );
}
