import type { ContentChange } from "@litfass/contract/creatives/creatives";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { type CampaignAccess, type CampaignFacts, mayChangeContent } from "../campaign-access.ts";
import { listGroupsById } from "../library/group-sql.ts";
import { listImages } from "./campaign-image-sql.ts";
import { findContent, type SavedContent, saveContent } from "./content-sql.ts";

export type ContentTarget = { campaignId: number; group: string; creative?: string };

/**
 * Saves what is given for a campaign, for all formats at once (API-UCRE-008). The texts stay when the template changes.
 * @throws 404 for an unknown group or creative, 409 once the campaign is over, 422 for pictures that are not its own.
 */
export async function fillCreatives(
  db: Database,
  access: CampaignAccess,
  caller: Caller,
  target: ContentTarget,
  change: ContentChange,
  now: Date,
): Promise<CampaignFacts> {
  return db.transaction(async (tx) => {
    const campaign = await access.lock(tx, caller, target.campaignId);
    const [group] = await listGroupsById(tx, caller.uid, [target.group]);
    const isKnown = target.creative === undefined || group?.creatives.some(({ uuid }) => uuid === target.creative);
    if (!group?.isActive || !isKnown) throw notFound();
    if (!mayChangeContent(campaign)) throw conflict("campaign_over");
    await checkPictures(tx, campaign.id, change);
    const filled = await findContent(tx, campaign.id);
    const lang = bannerLanguage(campaign.language, filled?.lang ?? caller.lang);
    await saveContent(tx, campaign.id, { ...valuesOf(change), lang, updatedAt: now });
    return campaign;
  });
}

/** Banners speak the campaign's language as far as templates know it: months and line breaks depend on it. */
export const bannerLanguage = (language: string | null, otherwise: "en" | "de"): "en" | "de" =>
  language === "en" || language === "de" ? language : otherwise;

async function checkPictures(tx: Transaction, campaignId: number, change: ContentChange): Promise<void> {
  const named = [...(change.logo ? [change.logo] : []), ...(change.images ?? []).map((image) => image.uuid)];
  const own = await listImages(tx, campaignId, named);
  const isOwn = (uuid: string): boolean => own.some((image) => image.uuid === uuid);
  if (change.logo && !isOwn(change.logo)) throw invalid({ logo: ["rule.oneOf"] });
  const foreign = (change.images ?? []).findIndex((image) => !isOwn(image.uuid));
  if (foreign >= 0) throw invalid({ [`images.${foreign}.uuid`]: ["rule.oneOf"] });
}

/** Texts lose line breaks, control signs and outer spaces; what is not given stays untouched. */
function valuesOf(change: ContentChange): Partial<SavedContent> {
  const text = (value: string | undefined): string | undefined => value?.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const values: Partial<SavedContent> = {
    title: text(change.title),
    description: text(change.description),
    buttonText: text(change.button_text),
    backgroundColor: change.background_color?.toLowerCase(),
    buttonColor: change.button_color?.toLowerCase(),
    font: change.font,
    logoImage: change.logo,
    images: change.images,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
