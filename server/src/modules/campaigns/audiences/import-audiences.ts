import type { audienceEndpoints } from "@litfass/contract/targeting/audiences";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { z } from "zod";
import { campaignsChoosing } from "../domain-lists/domain-list-sql.ts";
import { republish } from "../lifecycle/publish-campaign.ts";
import { upsertAudiences } from "./audience-sql.ts";

type Import = z.output<NonNullable<typeof audienceEndpoints.importAudiences.body>>;

/**
 * Takes in a provider's catalogue (AGENCY-004). Of rows with the same name the last one counts. Running campaigns that
 * chose a changed audience follow.
 */
export async function importAudiences(
  db: Database,
  { provider, audiences }: Import,
  now: Date,
): Promise<{ added: number; changed: number }> {
  const byName = new Map(audiences.map((row) => [row.name, row]));
  return db.transaction(async (tx) => {
    const rows = [...byName.values()].map(({ name, size, segment_ids }) => ({
      provider,
      name,
      size,
      segmentIds: [...new Set(segment_ids)],
      updatedAt: now,
    }));
    const saved = await upsertAudiences(tx, rows);
    const changed = saved.filter(({ isNew }) => !isNew).map(({ id }) => id);
    await republish(tx, await campaignsChoosing(tx, "audiences", changed, ["ACTIVE"]), now);
    return { added: saved.length - changed.length, changed: changed.length };
  });
}
