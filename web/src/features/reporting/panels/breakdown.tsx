import type { ImpressionKey } from "@litfass/contract/reporting/statistics";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CallResult } from "../../../api/api.ts";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import text from "../../../ui/layout/text.module.css";
import { type DashboardFilter, queryOf } from "../use-filter.ts";

export type Breakdown = UseQueryResult<CallResult<"showImpressionsBy">, Error>;

/** Impressions by one key for the dashboard's filter. */
export const useBreakdown = (impressionKey: ImpressionKey, filter: DashboardFilter, limit = 300): Breakdown =>
  useCall(
    "showImpressionsBy",
    { params: { impressionKey }, query: { ...queryOf(filter), limit } },
    { keep: true, everyMs: filter.refreshMs },
  );

/** Uniform loading, error and empty states for all panels. */
export function BreakdownBody({ result, children }: { result: Breakdown; children: ReactNode }) {
  const { t } = useTranslation("reporting");
  if (result.error && !result.data) {
    return <ErrorState title={t("failed")} error={result.error} onRetry={() => void result.refetch()} />;
  }
  if (!result.data) return <SkeletonRows rows={4} />;
  if (result.data.total.impressions === 0) return <p className={text.secondary}>{t("none.yetText")}</p>;
  return children;
}
