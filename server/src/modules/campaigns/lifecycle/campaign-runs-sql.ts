import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import type { CampaignRun } from "../../reporting/index.ts";
import { uidsWithinReach } from "../../users/index.ts";
import { campaigns } from "../tables.ts";

const zone = campaigns.timeZone;
/** What the even share of a day depends on: after a change, earlier hours say nothing about the plan. */
const planned = sql`'[{"field": "total_budget"}]', '[{"field": "start_on"}]', '[{"field": "end_on"}]'`;

/** Started campaigns that meet a condition, with the instants of their start and end. */
async function listRunRows(db: Executor, where: SQL, limit: number): Promise<CampaignRun[]> {
  const { rows } = await db.execute<Record<string, string | boolean>>(sql`
    select ${campaigns.id} as id, ${campaigns.status} = 'ACTIVE' as is_active,
      ${campaigns.totalBudgetMicros} as budget_micros,
      greatest((${campaigns.startOn}::timestamp at time zone ${zone}), ${campaigns.activatedAt}) as from_at,
      least(((${campaigns.endOn} + 1)::timestamp at time zone ${zone}), ${campaigns.endedAt}) as end_at,
      coalesce((select max(changed.at) from campaign_changes changed where changed.campaign_id = ${campaigns.id}
        and (changed.action in ('activated', 'status') or changed.fields @> any(array[${planned}]::jsonb[]))),
        ${campaigns.activatedAt}) as resumed_at
    from ${campaigns}
    where ${where} and ${campaigns.activatedAt} is not null and ${campaigns.startOn} is not null
      and ${campaigns.endOn} is not null
    order by ${campaigns.id} limit ${limit}`);
  return rows.map((row) => ({
    id: Number(row.id),
    isActive: row.is_active === true,
    budgetMicros: BigInt((row.budget_micros as string | null) ?? 0),
    fromAt: new Date(row.from_at as string),
    endAt: new Date(row.end_at as string),
    resumedAt: new Date(row.resumed_at as string),
  }));
}

/** These campaigns by id; the caller has checked access. */
export async function listRuns(db: Executor, ids: number[]): Promise<Map<number, CampaignRun>> {
  if (ids.length === 0) return new Map();
  const runs = await listRunRows(db, sql`${campaigns.id} = any(${sql.param(ids)}::bigint[])`, ids.length);
  return new Map(runs.map((run) => [run.id, run]));
}

/** The active campaigns that the caller may access. */
export const listActiveRuns = (db: Executor, caller: Caller, limit: number): Promise<CampaignRun[]> =>
  listRunRows(db, sql`${campaigns.status} = 'ACTIVE' and ${uidsWithinReach(campaigns.ownerUid, caller)}`, limit);
