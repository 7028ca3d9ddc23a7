import { currencySchema, minorOfMicros } from "@litfass/contract/kernel/money";
import type { DealFigures } from "@litfass/contract/supply/deals";
import type { DealDay } from "./deal-figures-sql.ts";

/** Sums of deals; amounts by currency, because they are never converted. */
export type DealSums = {
  impressions: number;
  clicks: number;
  spend: Map<string, bigint>;
  cost: Map<string, bigint>;
};

export const newSums = (): DealSums => ({ impressions: 0, clicks: 0, spend: new Map(), cost: new Map() });

export function addDay(sums: DealSums, { currency, impressions, clicks, spendMicros, costMicros }: DealDay): void {
  sums.impressions += impressions;
  sums.clicks += clicks;
  sums.spend.set(currency, (sums.spend.get(currency) ?? 0n) + spendMicros);
  sums.cost.set(currency, (sums.cost.get(currency) ?? 0n) + costMicros);
}

export const presentSums = ({ impressions, clicks, spend, cost }: DealSums): DealFigures => ({
  impressions,
  clicks,
  spend: amountsOf(spend),
  media_cost: amountsOf(cost),
});

const amountsOf = (sums: Map<string, bigint>): DealFigures["spend"] =>
  [...sums]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([currency, micros]) => ({ currency: currencySchema.parse(currency), amount: minorOfMicros(micros) }));
