import { visibility } from "@litfass/contract/kernel/viewability";
import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";
import { formatAmount, formatMoney, formatNumber, formatPercent } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import { useRangeText } from "../../ui/tables/use-range-text.ts";
import { changeOf, isCutShort, pointsOf, rangeBefore, signed } from "./compare.ts";
import { MetricLabel } from "./metric-label.tsx";
import { formatRate, formatViewability } from "./rates.ts";
import { type DashboardFilter, queryOf } from "./use-filter.ts";

type Totals = CallResult<"showStatistics">;

/** From ten times as much on, a tenth of a percent says nothing. */
const manyfold = 10;

/** The key figures of the period with definitions and a comparison to the days before. */
export function OverviewFigures({ filter, totals }: { filter: DashboardFilter; totals: Totals | undefined }) {
  const { t } = useTranslation("reporting");
  const range = rangeBefore(filter.range);
  const query = queryOf({ ...filter, range });
  const answer = useCall("showStatistics", { query }, { keep: true, staleMs: 600_000 }).data;
  const before = isOf(range, answer) ? answer : undefined;
  const now = isOf(filter.range, totals) ? totals : undefined;
  const { data: site } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  const [budget, ...others] = totals?.budgets ?? [];
  // What is agreed with the reader, else the price list.
  const own = useCall("showPrices", undefined, { staleMs: 600_000 }).data;
  const listed = (site && budget && site.cpm[budget.currency]) ?? null;
  const cpm = own && own.currency === budget?.currency ? own.cpm : listed;
  const days = useRangeText()(range);
  const isCut = isCutShort(filter.range, filter.live);

  // The first figure names the days; the others have the same.
  const same = t("compare.before");

  /** "+12.3% vs. 24.09. to 23.10.", or another detail. */
  const change = (key: "impressions" | "clicks", otherwise: string): string => {
    const share = changeOf(now?.[key], before?.[key]);
    if (share === null) return otherwise;
    const isFirst = key === "impressions";
    return t(isCut && isFirst ? "compare.changeSoFar" : "compare.change", {
      change: signed(share, (size) => formatPercent(size, size < manyfold ? 1 : 0)),
      days: isFirst ? days : same,
    });
  };
  const points = (rate: "visibility_rate" | "ctr", otherwise: string, digits: number): string => {
    const difference = pointsOf(rate, rate === "ctr" ? "impressions" : "measured_impressions", now, before);
    if (difference === null) return otherwise;
    return t("compare.points", { change: signed(difference, (size) => formatNumber(size, digits)), days: same });
  };

  /** Budgets in other currencies, which cannot be added to the largest one. */
  const besides = (key: "effective_budget" | "remaining_budget") =>
    others.length > 0 && (
      <>
        <br />
        {t("figure.otherCurrencies", {
          amounts: others.map((each) => formatMoney(each[key], each.currency)).join(", "),
        })}
      </>
    );

  return (
    <Figures>
      <Figure
        label={<MetricLabel name="impressions" />}
        value={totals ? formatNumber(totals.impressions) : <Skeleton width={90} height={26} />}
        detail={change("impressions", t("figure.impressionsNote"))}
      />
      <Figure
        label={<MetricLabel name="visibility" />}
        value={totals ? formatViewability(totals) : <Skeleton width={70} height={26} />}
        detail={
          <>
            {points("visibility_rate", t("figure.guaranteed", { percent: visibility.guaranteed }), 1)}
            {totals && totals.impressions > 0 && (
              <>
                <br />
                {t("figure.measured", { rate: formatRate(totals.measured_rate) })}
              </>
            )}
          </>
        }
      />
      <Figure
        label={<MetricLabel name="clicks" />}
        value={totals ? formatNumber(totals.clicks) : <Skeleton width={60} height={26} />}
        detail={change("clicks", t("figure.clicksNote"))}
      />
      <Figure
        label={<MetricLabel name="ctr" />}
        value={totals ? formatRate(totals.ctr, 2) : <Skeleton width={60} height={26} />}
        detail={points("ctr", t("figure.ctrNote"), 2)}
      />
      <Figure
        label={<MetricLabel name="effective" />}
        value={
          budget && totals ? formatAmount(totals.spend ?? budget.effective_budget) : <Skeleton width={80} height={26} />
        }
        detail={
          budget && (
            <>
              {t("figure.currency", {
                currency: budget.currency,
                price: cpm === null ? "–" : formatAmount(cpm),
              })}
              {totals?.spend == null && besides("effective_budget")}
            </>
          )
        }
      />
      <Figure
        label={<MetricLabel name="remaining" />}
        value={budget ? formatAmount(budget.remaining_budget) : <Skeleton width={80} height={26} />}
        detail={
          budget && (
            <>
              {t("figure.of", { amount: formatMoney(budget.budget, budget.currency) })}
              {besides("remaining_budget")}
            </>
          )
        }
      />
    </Figures>
  );
}

/** Until the figures of a new period have loaded, the previous ones stay visible. */
const isOf = ({ from, to }: DashboardFilter["range"], answer: Totals | undefined): boolean =>
  answer?.from === from && answer.to === to;
