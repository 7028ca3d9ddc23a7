import type { campaignEndpoints } from "@litfass/contract/campaigns";
import { microsOfMinor } from "@litfass/contract/money";
import type { Caller } from "@litfass/contract/roles";
import type { z } from "zod";
import type { Database } from "../platform/postgres.ts";
import { currencyOf, findUser } from "../users/index.ts";
import { insertCampaignRow } from "./campaign-sql.ts";
import { checkSettings } from "./check-settings.ts";
import type { CampaignRow } from "./tables.ts";

type Input = z.output<NonNullable<typeof campaignEndpoints.createCampaign.body>>;

/** Creates a draft owned by the caller, in the currency of the caller's seat (CONST-003). */
export async function createCampaign(db: Database, caller: Caller, input: Input, now: Date): Promise<CampaignRow> {
  checkSettings(input);
  const owner = await findUser(db, caller.uid);
  const { total_budget, ...settings } = input;
  return insertCampaignRow(db, {
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
}
