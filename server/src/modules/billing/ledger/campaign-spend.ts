import type { CampaignSpend } from "@litfass/contract/billing/billing";
import { type Currency, minorLeftOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import {
  type CampaignMoves,
  type CampaignSums,
  type DayPeriod,
  listCampaignMoves,
} from "../statements/statement-sql.ts";

/**
 * What happened to the money of a period: per campaign what was reserved, spent and returned, and what is still
 * reserved at its end. Amounts are differences of rounded sums, so that the months of a campaign add up to its total.
 */
export async function campaignSpend(
  db: Executor,
  owner: { ownerUid: string; currency: Currency },
  period: DayPeriod,
): Promise<CampaignSpend> {
  const data = (await listCampaignMoves(db, owner, period)).map(presentMoves).filter(isInPeriod);
  const sum = (key: "set_aside" | "spent" | "returned" | "reserved"): number =>
    data.reduce((total, row) => total + row[key], 0);
  return {
    currency: owner.currency,
    // Campaigns that spent the same stay newest first.
    data: data.sort((a, b) => b.spent - a.spent),
    set_aside: sum("set_aside"),
    spent: sum("spent"),
    returned: sum("returned"),
    reserved: sum("reserved"),
  };
}

type Row = CampaignSpend["data"][number];

/** Reserved money that was neither returned nor is still reserved. */
const spentMinor = ({ setAsideMicros, returnedMicros, reservedMicros }: CampaignSums): number =>
  minorOfMicros(setAsideMicros - returnedMicros - reservedMicros);

const presentMoves = ({ campaignId, name, before, after }: CampaignMoves): Row => ({
  campaign_id: campaignId,
  name,
  set_aside: minorOfMicros(after.setAsideMicros - before.setAsideMicros),
  spent: spentMinor(after) - spentMinor(before),
  returned: minorOfMicros(after.returnedMicros - before.returnedMicros),
  reserved: minorLeftOfMicros(after.reservedMicros),
});

const isInPeriod = (row: Row): boolean => row.set_aside + row.spent + row.returned + row.reserved > 0;
