import type { PriceList } from "@litfass/contract/settings/operator-settings";
import type { CampaignRow } from "./tables.ts";

/**
 * The price of a thousand impressions of a campaign, in minor units: the one at which it was started, which later price
 * lists do not change, or before the start the one of the price list.
 */
export const cpmOf = (campaign: Pick<CampaignRow, "cpmMinor" | "currency">, prices: PriceList): number =>
  campaign.cpmMinor ?? prices.cpm[campaign.currency];
