import type { campaignEndpoints } from "@litfass/contract/campaigns/campaigns";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { z } from "zod";
import { currencyOf, findUser } from "../../users/index.ts";
import { insertCampaignRow } from "../campaign-sql.ts";
import { recordAction } from "../history/record-change.ts";
import type { CampaignRow } from "../tables.ts";
import { findTemplateFor } from "../templates/campaign-templates.ts";
import { checkSettings } from "./check-settings.ts";

export type NewCampaign = z.output<NonNullable<typeof campaignEndpoints.createCampaign.body>>;

/**
 * Creates a draft owned by the caller, in the currency of the caller's seat (CONST-003). With a template it begins with
 * the template's settings; what is given beside it wins.
 */
export async function createCampaign(
  db: Executor,
  caller: Caller,
  input: NewCampaign,
  now: Date,
): Promise<CampaignRow> {
  return db.transaction(async (tx) => {
    const { template_id, ...given } = input;
    await checkSettings(tx, caller, given, null);
    const template = template_id === undefined ? null : await findTemplateFor(tx, caller, template_id);
    const owner = await findUser(tx, caller.uid);
    const { total_budget, ...settings } = { ...template?.settings, ...given };
    const row = await insertCampaignRow(tx, {
      ownerUid: caller.uid,
      name: settings.name,
      type: settings.type ?? "display",
      categories: settings.categories ?? [],
      language: settings.language ?? null,
      strategy: settings.strategy ?? "awareness",
      pacing: settings.pacing ?? "even",
      targeting: settings.targeting ?? {},
      feedUrl: settings.feed_url ?? null,
      totalBudgetMicros: total_budget == null ? null : microsOfMinor(total_budget),
      startOn: settings.start_on ?? null,
      endOn: settings.end_on ?? null,
      destinationUrl: settings.destination_url ?? null,
      currency: currencyOf(owner?.countryCode ?? null),
      createdAt: now,
      updatedAt: now,
    });
    if (template) {
      const origin = { field: "template", before: null, after: template.name };
      await recordAction(tx, caller, "from_template", row.id, now, [origin]);
    } else await recordAction(tx, caller, "created", row.id, now);
    return row;
  });
}
