import { shareOfMinor } from "@litfass/contract/kernel/percent";
import { type PriceList, pricesIn } from "@litfass/contract/settings/price-list";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { agreedCpmPercents } from "../billing/index.ts";
import type { CampaignRow } from "./tables.ts";

type Priced = Pick<CampaignRow, "cpmMinor" | "currency">;

/**
 * The price of a thousand impressions of a campaign, in minor units: the one at which it was started, which later price
 * lists do not change, or before the start the one of the price list less what is agreed with its owner, in percent.
 */
export function cpmOf(campaign: Priced, prices: PriceList, agreedPercent = 0): number {
  if (campaign.cpmMinor !== null) return campaign.cpmMinor;
  const listMinor = pricesIn(prices, campaign.currency).cpm;
  return Math.max(1, listMinor - shareOfMinor(listMinor, agreedPercent));
}

/** The price of a campaign at this moment. Read it in the transaction that starts the campaign. */
export async function findCpm(db: Executor, campaign: Priced & { ownerUid: string }, now: Date): Promise<number> {
  const agreed = await agreedCpmPercents(db, [campaign.ownerUid], now);
  return cpmOf(campaign, await findPrices(db), agreed.get(campaign.ownerUid));
}
