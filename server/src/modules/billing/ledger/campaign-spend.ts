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
 * Where the money of a period went: per campaign what was set aside, spent and returned in it, and what is still reserved at
 * its end. Figures are differences of rounded sums, so that the months of a campaign add up to the whole of it.
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
    data: data.sort((a, b) => b.spent - a.spent || b.campaign_id - a.campaign_id),
    set_aside: sum("set_aside"),
    spent: sum("spent"),
    returned: sum("returned"),
    reserved: sum("reserved"),
  };
}

type Row = CampaignSpend["data"][number];

/** What was set aside and neither came back nor is reserved any more. */
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
