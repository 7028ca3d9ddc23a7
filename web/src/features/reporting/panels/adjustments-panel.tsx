import { useMemo } from "react";
import type { CallResult } from "../../../api/api.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatDateTime, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Sparkline } from "../../../ui/charts/small-columns.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { Info } from "../../../ui/overlays/info.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { LocalTable } from "../../../ui/tables/local-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../dashboard.module.css";
import { PanelExport } from "../panel-export.tsx";
import { formatRate } from "../rates.ts";
import type { DashboardFilter } from "../use-filter.ts";

type Minute = CallResult<"listCampaignAdjustments">["data"][number];
const pollMs = 10_000;
const minutesShown = 30;
const minuteMs = 60_000;

/** The automatic adjustments of a campaign by minute, with values and reasons. */
export function AdjustmentsPanel({ filter, campaignId }: { filter: DashboardFilter; campaignId: number }) {
  const { t } = useTranslation("campaign-report");
  const state = useTableState({ perPage: 6, prefix: "a_" });
  const list = useCall(
    "listCampaignAdjustments",
    { params: { campaign: String(campaignId) }, query: { limit: 120 } },
    { keep: true, everyMs: filter.live ? pollMs : false },
  );
  const columns = useMemo(
    (): Column<Minute>[] => [
      { id: "at", header: t("adjustments.time"), width: 160, narrow: "title", cell: (row) => formatDateTime(row.at) },
      {
        id: "change",
        width: 260,
        header: t("adjustments.change"),
        cell: (row) => (
          <div>
            <Change
              name={t("adjustments.participation")}
              before={row.participation_before}
              after={row.participation_after}
            />
            <Change name={t("adjustments.price")} before={row.price_before} after={row.price_after} />
            {isAsBefore(row) && (
              <div>{t("adjustments.asBefore", { participation: formatRate(row.participation_after) })}</div>
            )}
            <small className={text.caption}>
              {t("adjustments.times", { count: row.adjustments, number: formatNumber(row.adjustments) })}
            </small>
          </div>
        ),
      },
      {
        id: "reason",
        header: t("adjustments.reason"),
        cell: (row) => row.reasons.map(({ reason }) => t(`adjustments.why.${reason}`)).join(" "),
      },
    ],
    [t],
  );
  const rows = list.data?.data;
  const perMinute = rows ? lastMinutes(rows) : [];
  return (
    <Card
      flush
      title={
        <>
          {t("adjustments.title")}
          <Info of={t("adjustments.title")}>{t("means.steering")}</Info>
        </>
      }
      aside={
        perMinute.length > 0 && (
          <span className={styles.asides}>
            <Sparkline label={t("adjustments.chart")} values={perMinute} />
            <PanelExport
              of={t("adjustments.title")}
              file={`adjustments-${campaignId}`}
              rows={[
                [
                  t("adjustments.time"),
                  t("adjustments.count"),
                  t("adjustments.before", { name: t("adjustments.participation") }),
                  t("adjustments.after", { name: t("adjustments.participation") }),
                  t("adjustments.before", { name: t("adjustments.price") }),
                  t("adjustments.after", { name: t("adjustments.price") }),
                  t("adjustments.reason"),
                ],
                ...(rows ?? []).map((row) => [
                  row.at,
                  row.adjustments,
                  row.participation_before,
                  row.participation_after,
                  row.price_before,
                  row.price_after,
                  row.reasons.map(({ reason }) => t(`adjustments.why.${reason}`)).join(" "),
                ]),
              ]}
            />
          </span>
        )
      }
    >
      {list.data && perMinute.length > 0 && (
        <p className={styles.underHeading}>
          {t("adjustments.sum", {
            minutes: minutesShown,
            number: formatNumber(perMinute.reduce((sum, each) => sum + each, 0)),
            max: formatNumber(Math.max(...perMinute)),
            limit: formatNumber(list.data.max_per_minute),
          })}
        </p>
      )}
      <LocalTable
        caption={t("adjustments.title")}
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.at}:${row.participation_before}:${row.price_before}`}
        state={state}
        pageSizes={[6, 15, 30]}
        error={list.error}
        errorTitle={t("loadFailed")}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={t("adjustments.none")} />}
        top
      />
    </Card>
  );
}

/** The adjustments of the minute cancelled out or round to nothing. */
const isAsBefore = (row: Minute): boolean =>
  displaysEqual(row.participation_before, row.participation_after) && displaysEqual(row.price_before, row.price_after);

const displaysEqual = (before: number, after: number): boolean => formatRate(before) === formatRate(after);

/** Null if the setting did not change. */
function Change({ name, before, after }: { name: string; before: number; after: number }) {
  const { t } = useTranslation("campaign-report");
  if (displaysEqual(before, after)) return null;
  return (
    <div>
      {name} <strong>{t("adjustments.from", { before: formatRate(before), after: formatRate(after) })}</strong>
    </div>
  );
}

/** Adjustments per minute up to the newest, across all processes. */
function lastMinutes(rows: readonly Minute[]): number[] {
  const newest = Math.max(...rows.map((row) => Date.parse(row.at)));
  if (!Number.isFinite(newest)) return [];
  const counts = Array.from({ length: minutesShown }, () => 0);
  for (const row of rows) {
    const at = minutesShown - 1 - Math.round((newest - Date.parse(row.at)) / minuteMs);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + row.adjustments;
  }
  return counts;
}
