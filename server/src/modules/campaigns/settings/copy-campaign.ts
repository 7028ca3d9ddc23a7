import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { type Language, languages } from "@litfass/contract/kernel/language";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { copyCreatives } from "../../creatives/index.ts";
import { insertCampaignRow, namesBeginning, updateCampaignRow } from "../campaign-sql.ts";
import { getCampaign, requireNoBulkTemplate } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { recordAction } from "../history/record-change.ts";
import { presentCampaign } from "../present-campaign.ts";
import type { CampaignRow } from "../tables.ts";
import { t } from "../texts.ts";

/** `rename` gives the copy a new name in the language of the call; without it, it keeps the original's name. */
type Input = { id: number; rename: boolean };

/** A new draft with the same settings and banners (STATE-010). It belongs to the owner of the original. */
export const copyCampaign = command({
  name: "campaigns.copy_campaign",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<Input>): Promise<Campaign> {
    const { tx, clock, lang } = ctx;
    const original = await getCampaign(tx, callerOf(ctx.actor), input.id);
    requireNoBulkTemplate(original);
    const copy = await insertCopy(ctx, original, input.rename ? await freeName(ctx, original) : original.name);
    const origin = { field: "copy_of", before: null, after: original.id };
    await recordAction(ctx, "copied", copy.id, [origin]);
    await auditCampaign(ctx, { before: null, after: copy, more: [origin] });
    return presentCampaign(tx, copy, clock.now(), lang);
  },
});

async function insertCopy({ tx, clock }: CommandContext, original: CampaignRow, name: string): Promise<CampaignRow> {
  const now = clock.now();
  const {
    id: _id,
    activatedAt: _activated,
    cpmMinor: _cpm,
    endedAt: _ended,
    endedReason: _reason,
    settledAt: _settled,
    version: _version,
    ...settings
  } = original;
  const copy = await insertCampaignRow(tx, { ...settings, name, status: "DRAFT", createdAt: now, updatedAt: now });
  const ownGroup = await copyCreatives(tx, original.id, copy.id);
  return ownGroup ? updateCampaignRow(tx, copy, { creativeGroup: ownGroup }, now) : copy;
}

const freeName = async ({ tx, lang }: CommandContext, { ownerUid, name }: CampaignRow): Promise<string> =>
  copyName(name, await namesBeginning(tx, ownerUid, copyStem(name)), lang);

const maxNameLength = 100;

/** Names of earlier copies are recognized by their suffix in either language. */
const suffixes = languages.map((lang) => t(lang, "copy_suffix"));
const copySuffix = new RegExp(` (?:${suffixes.join("|")})(?: \\d+)?$`, "u");

/** The prefix shared by the names of all copies of `name`: the name without the suffix of an earlier copy. */
const copyStem = (name: string): string => name.replace(copySuffix, "");

/**
 * A name for a copy that is not in `taken`: "Spring copy", then "Spring copy 2". Without brackets, which campaign
 * names cannot contain (RULE-007), and within the maximum length.
 */
function copyName(name: string, taken: readonly string[], lang: Language): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const stem = copyStem(name);
  const word = t(lang, "copy_suffix");
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ` ${word}` : ` ${word} ${number}`;
    const candidate = `${stem.slice(0, maxNameLength - suffix.length).trimEnd()}${suffix}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}
