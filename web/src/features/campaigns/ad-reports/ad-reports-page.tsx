import { useState } from "react";
import { CustomerFilter } from "../../../api/customer-filter.tsx";
import { useCall } from "../../../api/use-call.ts";
import { useCustomerChoice } from "../../../api/use-customer-choice.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { useChoice } from "../../../ui/inputs/use-choice.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../review/review.module.css";
import { useDetailScroll } from "../review/use-detail-scroll.ts";
import { DecideDialog, type Decision } from "./decide-dialog.tsx";
import { ReportDetail } from "./report-detail.tsx";
import { ReportList } from "./report-list.tsx";

const statuses = ["waiting", "decided"] as const;

/** The queue of ads that visitors reported: one in detail, the others in a list. */
export function AdReportsPage() {
  const { t } = useTranslation("review");
  const state = useTableState({ perPage: 10 });
  const [chosenStatus, setStatus] = useChoice("status", statuses);
  const status = chosenStatus ?? "waiting";
  const [owner, setOwner] = useCustomerChoice("owner");
  const [chosen, setChosen] = useState<number | null>(null);
  const [detail, showDetail] = useDetailScroll();
  const [decision, setDecision] = useState<Decision | null>(null);
  const list = useCall(
    "listAdReports",
    { query: { page: state.page, per_page: state.perPage, status, owner } },
    { keep: true, staleMs: 0 },
  );
  const reports = list.data?.data ?? [];
  const report = reports.find(({ id }) => id === chosen) ?? reports[0];
  const waiting = list.data?.waiting;
  return (
    <>
      <PageHeading lead={t("reports.lead")}>
        {waiting === undefined
          ? t("reports.title")
          : t("reports.heading", { count: waiting, number: formatNumber(waiting) })}
      </PageHeading>
      <Stack>
        <Tabs
          label={t("reports.tabs")}
          tabs={statuses.map((each) => ({
            value: each,
            label: t(`reports.status.${each}`),
            ...(each === "waiting" && waiting !== undefined ? { count: waiting } : {}),
          }))}
          value={status}
          onChange={(value) => setStatus(value === "waiting" ? undefined : value)}
        />
        <search>
          <CustomerFilter of="campaigns" value={owner} onChange={setOwner} />
        </search>
        {list.error && !list.data ? (
          <ErrorState title={t("reports.failed")} error={list.error} onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <SkeletonRows rows={6} />
        ) : !report ? (
          <Card flush>
            <EmptyState title={t(owner ? "none.filtered" : `reports.none.${status}`)}>
              {t(owner ? "none.filteredText" : `reports.none.${status}Text`)}
            </EmptyState>
          </Card>
        ) : (
          <div className={styles.columns}>
            <ReportList
              reports={reports}
              chosen={report.id}
              state={state}
              total={list.data.meta.total}
              onChoose={(id) => {
                setChosen(id);
                showDetail();
              }}
            />
            <div ref={detail} className={styles.place}>
              <ReportDetail report={report} onDecide={setDecision} />
            </div>
          </div>
        )}
      </Stack>
      {decision && report && (
        <DecideDialog
          report={report}
          decision={decision}
          onClose={() => setDecision(null)}
          onDone={() => {
            setDecision(null);
            showSnackbar(t(`reports.done.${decision}`));
          }}
        />
      )}
    </>
  );
}
