import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { hasOwnerNamed } from "../campaign-owners-sql.ts";
import { campaigns } from "../tables.ts";

export type ActiveCampaign = {
  id: number;
  ownerUid: string;
  name: string;
  currency: Currency;
  timeZone: string;
  startOn: string;
  hasBegun: boolean;
  /** Able to deliver since before `chanceSince`, and not among `delivering`. */
  stalled: boolean;
};

type Page = {
  now: Date;
  chanceSince: Date;
  delivering: number[];
  /** A part of the customer's name. */
  customer: string | undefined;
  limit: number;
  offset: number;
};

/** One page of the active campaigns, stalled ones first, and the numbers of both; for operators. */
export async function listActiveCampaigns(
  db: Executor,
  { now, chanceSince, delivering, customer, limit, offset }: Page,
): Promise<{ rows: ActiveCampaign[]; active: number; stalled: number }> {
  const beginsAt = sql`(start_on::timestamp at time zone time_zone)`;
  const stalled = sql`(greatest(${beginsAt}, activated_at) <= ${chanceSince.toISOString()}::timestamptz
    and id <> all(${sql.param(delivering)}::bigint[]))`;
  const isActive = sql`${campaigns} where status = 'ACTIVE' and ${customer ? hasOwnerNamed(customer) : sql`true`}`;
  const { rows } = await db.execute<Record<string, string | boolean>>(sql`
    select id, owner_uid, name, currency, time_zone, start_on::text, ${stalled} as stalled,
      ${beginsAt} <= ${now.toISOString()}::timestamptz as has_begun
    from ${isActive} order by stalled desc, id desc limit ${limit} offset ${offset}`);
  const counted = await db.execute<{ active: number; stalled: number }>(sql`
    select count(*)::int as active, count(*) filter (where ${stalled})::int as stalled from ${isActive}`);
  return {
    active: counted.rows[0]?.active ?? 0,
    stalled: counted.rows[0]?.stalled ?? 0,
    rows: rows.map((row) => ({
      id: Number(row.id),
      ownerUid: String(row.owner_uid),
      name: String(row.name),
      currency: row.currency as Currency,
      timeZone: String(row.time_zone),
      startOn: String(row.start_on),
      hasBegun: row.has_begun === true,
      stalled: row.stalled === true,
    })),
  };
}
