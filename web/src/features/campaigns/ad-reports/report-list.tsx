import { adReportReasonTexts } from "@litfass/contract/transparency/ad-report-reason-texts";
import type { AdReport } from "@litfass/contract/transparency/ad-reports";
import { formatDateTime } from "../../../i18n/format.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Pagination } from "../../../ui/tables/pagination.tsx";
import type { TableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../review/review.module.css";

type ReportListProps = {
  reports: readonly AdReport[];
  chosen: number;
  state: TableState;
  total: number;
  onChoose: (id: number) => void;
};

/** One page of the queue, the chosen report marked. */
export function ReportList({ reports, chosen, state, total, onChoose }: ReportListProps) {
  const { t } = useTranslation("review");
  return (
    <Card flush>
      <ul className={styles.list} aria-label={t("reports.title")}>
        {reports.map((report) => (
          <li key={report.id}>
            <button
              type="button"
              aria-current={report.id === chosen ? "true" : undefined}
              className={classNames(styles.item, report.id === chosen && styles.chosen)}
              onClick={() => onChoose(report.id)}
            >
              <b>{report.campaign_name}</b>
              <span>{report.owner_name}</span>
              <span>{adReportReasonTexts[report.reason][currentLocale()]}</span>
              <span className={styles.caption}>
                {report.status === "asked" ? `${t("reports.asked")}, ` : ""}
                {formatDateTime(report.created_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Pagination of={t("reports.title")} state={state} total={total} sizes={[10, 30, 100]} />
    </Card>
  );
}
