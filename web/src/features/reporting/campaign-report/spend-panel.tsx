import type { SpendBreakdown } from "@litfass/contract/reporting/spend-breakdown";
import { useCall } from "../../../api/use-call.ts";
import { formatMoney } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { BarList } from "../../../ui/charts/bar-list.tsx";
import { StackedBar } from "../../../ui/charts/stacked-bar.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import type { DashboardFilter } from "../use-filter.ts";
import styles from "./campaign-panels.module.css";

/** What sites, exchanges, providers of audiences and the platform got of a campaign's spend; nothing unless the operator shows it. */
export function SpendPanel({ filter, campaignId }: { filter: DashboardFilter; campaignId: number }) {
  const { t } = useTranslation("campaign-report");
  const { from, to } = filter.range;
  const found = useCall(
    "showSpendBreakdown",
    { params: { campaign: campaignId }, query: { from, to } },
    { keep: true, everyMs: filter.refreshMs },
  );
  if (found.error && found.data === undefined) {
    return <ErrorState title={t("spend.failed")} error={found.error} onRetry={() => void found.refetch()} />;
  }
  return found.data && found.data.spend > 0 ? <Breakdown found={found.data} /> : null;
}

function Breakdown({ found }: { found: SpendBreakdown }) {
  const { t } = useTranslation("campaign-report");
  const money = (amount: number): string => formatMoney(amount, found.currency);
  const parts = [
    { id: "site", name: t("spend.site"), value: found.site_cost },
    ...(found.exchange_fee > 0 ? [{ id: "exchange", name: t("spend.exchange"), value: found.exchange_fee }] : []),
    ...(found.data_fee > 0 ? [{ id: "data", name: t("spend.data"), value: found.data_fee }] : []),
    // The margin rule of the operator keeps it above zero, apart from costs that arrive late.
    { id: "platform", name: t("spend.platform"), value: Math.max(0, found.platform) },
    ...(found.unknown > 0 ? [{ id: "unknown", name: t("spend.unknown"), value: found.unknown, hatched: true }] : []),
  ];
  const sites = [
    ...found.sites.map(({ key, text: name, amount }) => ({ id: key, name, value: amount })),
    ...(found.other_sites > 0 ? [{ id: "", name: t("spend.others"), value: found.other_sites }] : []),
  ];
  return (
    <Card title={t("spend.title")}>
      <StackedBar parts={parts} format={money} />
      <div className={styles.spend}>
        <section>
          <h3 className={text.label}>{t("spend.exchanges")}</h3>
          <BarList
            format={money}
            rows={found.exchanges.map(({ name, source, amount }) => ({
              id: name,
              name: source === "exchange" ? name : t(`spend.direct.${source}`),
              value: amount,
            }))}
          />
        </section>
        <section>
          <h3 className={text.label}>{t("spend.sites")}</h3>
          <BarList format={money} rows={sites} />
        </section>
      </div>
    </Card>
  );
}
