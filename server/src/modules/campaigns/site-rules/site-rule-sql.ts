import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, eq } from "drizzle-orm";
import { type DomainListRow, domainLists } from "../tables.ts";

/** The list of a kind that belongs to a campaign alone; locked, so that two changes do not lose one. */
export async function findCampaignList(
  tx: Executor,
  campaignId: number,
  kind: DomainListRow["kind"],
): Promise<DomainListRow | null> {
  const [row] = await tx
    .select()
    .from(domainLists)
    .where(and(eq(domainLists.campaignId, campaignId), eq(domainLists.kind, kind)))
    .for("update");
  return row ?? null;
}
