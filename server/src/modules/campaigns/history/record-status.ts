import type { Caller } from "@litfass/contract/kernel/roles";
import { recordAudit } from "@litfass/platform/audit/audit";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import type { CampaignRow } from "../tables.ts";

/** Records that somebody else than its owner gave a campaign another status. */
export async function recordStatus(
  tx: Transaction,
  caller: Pick<Caller, "uid">,
  before: CampaignRow,
  after: Pick<CampaignRow, "status"> | null,
  now: Date,
): Promise<void> {
  if (caller.uid === before.ownerUid || before.status === after?.status) return;
  await recordAudit(tx, {
    at: now,
    actorUid: caller.uid,
    subjectUid: before.ownerUid,
    action: "campaign_status_changed",
    changes: [{ field: "status", before: before.status, after: after?.status ?? null }],
    details: { campaign: { id: before.id, name: before.name } },
  });
}
