import type { BrandKit } from "@litfass/contract/creatives/brand-kit";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { type CampaignAccess, mayChangeContent } from "../campaign-access.ts";
import { findContent, saveContent } from "../studio/content-sql.ts";
import { bannerLanguage } from "../studio/fill-creatives.ts";
import type { BrandKitRow } from "../tables.ts";
import { findBrandKit, giveLogo, saveBrandKit } from "./brand-kit-sql.ts";

/** The kit of a campaign's owner; null where none was saved. */
export async function brandKitOf(db: Executor, campaignId: number): Promise<BrandKit | null> {
  const row = await findBrandKit(db, campaignId);
  return row && presentKit(row);
}

/** Saves logo, colours and font of a campaign as its owner's kit. @throws 404 where nothing was filled in yet. */
export async function keepBrandKit(
  { db, clock }: Platform,
  access: CampaignAccess,
  caller: Caller,
  campaignId: number,
): Promise<BrandKit> {
  return db.transaction(async (tx) => {
    const campaign = await access.lock(tx, caller, campaignId);
    if (!(await findContent(tx, campaign.id))) throw notFound();
    await saveBrandKit(tx, campaign.id, clock.now());
    const kit = await brandKitOf(tx, campaign.id);
    if (!kit) throw notFound();
    return kit;
  });
}

/** Gives a campaign its owner's kit: logo, colours and font; texts and pictures stay. @throws 404, 409 once it is over. */
export async function applyBrandKit(
  { db, clock }: Platform,
  access: CampaignAccess,
  caller: Caller,
  campaignId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const campaign = await access.lock(tx, caller, campaignId);
    if (!mayChangeContent(campaign)) throw conflict("campaign_over");
    const lang = bannerLanguage(campaign.language, caller.lang);
    if (!(await fillWithKit(tx, campaign.id, lang, clock.now()))) throw notFound();
  });
}

/** What a campaign's banners begin with where nothing was filled in yet: its owner's kit. */
export async function beginWithKit(
  tx: Transaction,
  campaign: { id: number; language: string | null },
  lang: "en" | "de",
  now: Date,
): Promise<void> {
  if (await findContent(tx, campaign.id)) return;
  await fillWithKit(tx, campaign.id, bannerLanguage(campaign.language, lang), now);
}

async function fillWithKit(tx: Transaction, campaignId: number, lang: "en" | "de", now: Date): Promise<boolean> {
  const kit = await findBrandKit(tx, campaignId);
  if (!kit) return false;
  const { backgroundColor, buttonColor, font } = kit;
  const logo = await giveLogo(tx, campaignId, now);
  const known = await findContent(tx, campaignId);
  await saveContent(tx, campaignId, {
    backgroundColor,
    buttonColor,
    font,
    ...(logo ? { logoImage: logo } : {}),
    lang: known?.lang ?? lang,
    updatedAt: now,
  });
  return true;
}

const presentKit = (row: BrandKitRow): BrandKit => ({
  logo: row.logoName,
  background_color: row.backgroundColor,
  button_color: row.buttonColor,
  font: row.font,
  updated_at: row.updatedAt.toISOString(),
});
