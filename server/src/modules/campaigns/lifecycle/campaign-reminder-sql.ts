import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** SQL of reminders for the hourly job, across all owners. */

/** Running campaigns that end by a day and whose owner was not reminded of that end, soonest first. */
export async function listEndingUnreminded(db: Executor, until: string, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from campaigns c
    where c.status = 'ACTIVE' and c.end_on <= ${until}::date
      and not exists (select 1 from campaign_reminders r where r.campaign_id = c.id and r.end_on = c.end_on)
    order by c.end_on, c.id limit ${limit}`);
  return rows.map(({ id }) => Number(id));
}

/** Records that an owner was reminded of a campaign's end; false if already recorded. */
export async function insertReminder(tx: WriteTransaction, id: number, endOn: string, at: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into campaign_reminders (campaign_id, end_on, sent_at) values (${id}, ${endOn}::date, ${at.toISOString()})
    on conflict do nothing returning campaign_id`);
  return rows.length === 1;
}
