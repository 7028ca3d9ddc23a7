import type { SnapshotDeal } from "@litfass/contract/adserver/snapshot";
import { type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { accountTimeZone, dayIn } from "../../reporting/index.ts";
import { openDealIds, readOpenDeals } from "./open-deals-sql.ts";

/** In no bid request: a campaign whose deals have all ended must not bid in the open auction. */
const closedDeal: SnapshotDeal = {
  exchange: "",
  id: "",
  placements: [],
  isFixed: false,
  priceMicros: "0",
  currency: "CHF",
  startAt: null,
  endAt: null,
};

/** The deals of a target group as ad servers know them; empty if the campaign buys without deals. */
export async function selectedDeals(
  db: Executor,
  targeting: Partial<Targeting>,
  ownerUid: string,
): Promise<SnapshotDeal[]> {
  const { deal_ids: ids } = targetingSchema.parse(targeting);
  if (ids.length === 0) return [];
  const open = await readOpenDeals(db, ids, ownerUid, accountTimeZone);
  return open.length > 0 ? open : [closedDeal];
}

/** Whether a target group is limited to deals of which none can be bought through, now or later. */
export async function hasOnlyClosedDeals(
  db: Executor,
  targeting: Partial<Targeting>,
  ownerUid: string,
  now: Date,
): Promise<boolean> {
  const { deal_ids: ids } = targetingSchema.parse(targeting);
  return ids.length > 0 && (await openDealIds(db, ids, ownerUid, dayIn(accountTimeZone, now))).length === 0;
}

/** Whether an account's campaigns can choose all of these deals. */
export async function canChooseDeals(db: Executor, ids: number[], ownerUid: string, now: Date): Promise<boolean> {
  const open = await openDealIds(db, ids, ownerUid, dayIn(accountTimeZone, now));
  return ids.every((id) => open.includes(id));
}
