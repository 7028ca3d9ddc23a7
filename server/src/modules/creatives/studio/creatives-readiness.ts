import type { Language } from "@litfass/contract/kernel/language";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { pictureNeed } from "../creative.ts";
import { type MissingField, missingFields } from "./banner-content.ts";
import { listChosen } from "./campaign-creative-sql.ts";
import { readContent } from "./read-content.ts";

/** The number of a campaign's creatives and the fields they still need. Uploaded banners need none. */
export async function missingOfCampaign(
  db: Executor,
  campaignId: number,
  lang: Language,
): Promise<{ chosen: number; missing: MissingField[] }> {
  const chosen = await listChosen(db, campaignId);
  const design = chosen.find((creative) => creative.design !== null)?.design ?? null;
  if (design === null) return { chosen: chosen.length, missing: [] };
  const content = await readContent(db, campaignId, design, lang);
  return { chosen: chosen.length, missing: missingFields(content, pictureNeed(design), lang) };
}

/** The same for a campaign's readiness: labels of the missing fields in one language. */
export async function creativesReadiness(
  db: Executor,
  campaignId: number,
  lang: Language,
): Promise<{ chosen: number; unfilled: string[] }> {
  const { chosen, missing } = await missingOfCampaign(db, campaignId, lang);
  return { chosen, unfilled: missing.map((field) => field.label) };
}
