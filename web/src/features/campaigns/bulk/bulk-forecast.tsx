import type { BulkCampaign, BulkCustomer } from "@litfass/contract/campaigns/bulk-campaigns";
import { impressionsFor, minorOfAmount } from "@litfass/contract/kernel/money";
import type { Location } from "@litfass/contract/targeting/targeting";
import { useCall } from "../../../api/use-call.ts";
import { formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { forecastSpan } from "../wizard/forecast/forecast-span.ts";
import { causeOfNothing, shareOf, tightShare } from "../wizard/forecast/forecast-verdict.ts";
import { placesOf } from "./bulk-places.ts";

/**
 * What all campaigns that wait for their launch can buy together: the same forecast as for a single campaign, with the
 * places of all customers and the sum of their budgets.
 */
export function BulkForecast({ bulk, waiting }: { bulk: BulkCampaign; waiting: readonly BulkCustomer[] }) {
  const { t } = useTranslation("campaigns");
  const { type, categories, language, strategy, targeting, start_on, end_on } = bulk;
  const locations = placesOf(targeting.locations, waiting);
  const budget = waiting.reduce((sum, row) => sum + (row.budget ?? 0), 0);
  const settings = { type, categories, language, strategy, start_on, end_on };
  const forecast = useCall(
    "forecastCampaign",
    { body: { ...settings, targeting: { ...targeting, locations: [...locations] }, total_budget: budget } },
    { enabled: isComplete(locations, budget, bulk), keep: true, staleMs: 60_000 },
  );
  const { available, cpm, currency } = forecast.data ?? {};
  if (!forecast.data || !available || !cpm || waiting.some((row) => row.currency !== currency)) return null;
  const nothing = causeOfNothing(forecast.data);
  if (nothing) return <Note tone="error">{t("forecast.nothing", { setting: t(`setting.${nothing}`) })}</Note>;
  const bought = impressionsFor(minorOfAmount(budget), minorOfAmount(cpm.high));
  const share = shareOf(bought, available) ?? 0;
  const percent = share < 0.01 ? "<1" : formatNumber(Math.round(share * 100));
  return (
    <Note tone={share > 1 ? "warn" : "info"}>
      <strong>
        {t("forecast.for", { amount: formatMoney(budget, currency ?? ""), impressions: formatNumber(bought) })}
      </strong>{" "}
      {t("forecast.available")}: {forecastSpan(t, available)}.{" "}
      {t(share > 1 ? "forecast.tooMuch" : share > tightShare ? "forecast.tight" : "forecast.enough", { percent })}
    </Note>
  );
}

const isComplete = (locations: readonly Location[], budget: number, { start_on, end_on }: BulkCampaign): boolean =>
  locations.length > 0 && budget > 0 && start_on !== null && end_on !== null && start_on <= end_on;
