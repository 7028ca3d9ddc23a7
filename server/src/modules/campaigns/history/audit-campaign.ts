import type { AuditChange, AuditValue } from "@litfass/contract/kernel/audit";
import { actorUid } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import type { CampaignRow, ChangedField } from "../tables.ts";
import { changedFields } from "./campaign-fields.ts";

/** Lists such as keywords can be long; only the campaign's history stores them completely. */
const maxValueLength = 1000;

type Changed = {
  /** The campaign before and after the command; null before it exists and after it is deleted. */
  before: CampaignRow | null;
  after: CampaignRow | null;
  /** Changes beside the campaign's own settings. */
  more?: ChangedField[];
};

/**
 * The audit entry of a command that changed a campaign. A status set by someone other than the owner is a separate
 * entry under the owner, shown on the audit screen.
 */
export async function auditCampaign(ctx: CommandContext, { before, after, more = [] }: Changed): Promise<void> {
  const campaign = after ?? before;
  if (!campaign) throw new Error("A change has a campaign before or after it");
  const subject = { type: "campaign", id: String(campaign.id) };
  const details = { campaign: { id: campaign.id, name: campaign.name } };
  const changes = [...settingChanges(before, after), ...more].map(auditChange);
  const by = actorUid(ctx.actor);
  const isByOther = before !== null && by !== null && by !== before.ownerUid;
  const aboutOwner = isByOther ? changes.filter(({ field }) => field === "status") : [];
  const aboutCampaign = changes.filter((change) => !aboutOwner.includes(change));
  if (changes.length === 0 && before && after) return ctx.audit.unchanged("the settings are the same");
  if (before && aboutOwner.length > 0) {
    const action = "campaign_status_changed";
    await ctx.audit.record({ action, subjectUid: before.ownerUid, subject, changes: aboutOwner, details });
  }
  if (aboutCampaign.length > 0) await ctx.audit.record({ subject, changes: aboutCampaign, details });
}

function settingChanges(before: CampaignRow | null, after: CampaignRow | null): ChangedField[] {
  if (before && after) return changedFields(before, after);
  return [{ field: "status", before: before?.status ?? null, after: after?.status ?? null }];
}

const auditChange = ({ field, before, after }: ChangedField): AuditChange => ({
  field,
  before: auditValue(before),
  after: auditValue(after),
});

function auditValue(value: unknown): AuditValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value).slice(0, maxValueLength);
}
