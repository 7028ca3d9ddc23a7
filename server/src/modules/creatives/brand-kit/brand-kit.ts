import type { BrandKit } from "@litfass/contract/creatives/brand-kit";
import type { Language } from "@litfass/contract/kernel/language";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { mayChangeContent } from "../campaign-access.ts";
import type { CreativeServices } from "../services.ts";
import { bannerLanguage } from "../studio/banner-content.ts";
import { contentHistoryOf } from "../studio/content-history.ts";
import { findContent, saveContent } from "../studio/content-sql.ts";
import { auditedContent } from "../studio/fill-creatives.ts";
import type { BrandKitRow } from "../tables.ts";
import { findBrandKit, giveLogo, storeBrandKit } from "./brand-kit-sql.ts";

/** The kit of a campaign's owner; null if none was saved. */
export async function brandKitOf(db: Executor, campaignId: number): Promise<BrandKit | null> {
  const row = await findBrandKit(db, campaignId);
  return row && presentKit(row);
}

/** Saves logo, colors and font of a campaign as its owner's kit. @throws 404 if the campaign has no content yet. */
export const saveBrandKit = command({
  name: "creatives.save_brand_kit",
  errors: ["not_found"],
  async run({ ctx, input: { campaignId } }: CommandCall<{ campaignId: number }, CreativeServices>): Promise<BrandKit> {
    const { tx } = ctx;
    const campaign = await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), campaignId);
    if (!(await findContent(tx, campaign.id))) throw notFound();
    const before = await brandKitOf(tx, campaign.id);
    await storeBrandKit(tx, campaign.id, ctx.clock.now());
    const kit = await brandKitOf(tx, campaign.id);
    if (!kit) throw notFound();
    await ctx.audit.record({
      subject: { type: "brand_kit", id: campaign.ownerUid },
      changes: changesBetween(before ? auditedKit(before) : {}, auditedKit(kit)),
    });
    return kit;
  },
});

/**
 * Applies the owner's kit to a campaign: logo, colors and font; texts and images stay. @throws 404, 409 once the
 * campaign has ended.
 */
export const applyBrandKit = command({
  name: "creatives.apply_brand_kit",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { campaignId } }: CommandCall<{ campaignId: number }, CreativeServices>): Promise<void> {
    const { tx } = ctx;
    const caller = callerOf(ctx.actor);
    const campaign = await ctx.services.campaignAccess.lock(tx, caller, campaignId);
    if (!mayChangeContent(campaign)) throw conflict("campaign_over");
    const before = await findContent(tx, campaign.id);
    const lang = bannerLanguage(campaign.language, caller.lang);
    if (!(await fillWithKit(tx, campaign.id, lang, ctx.clock.now()))) throw notFound();
    const after = await findContent(tx, campaign.id);
    await ctx.services.campaignAccess.recordContent(
      ctx,
      campaign.id,
      contentHistoryOf(before),
      contentHistoryOf(after),
    );
    await ctx.audit.record({
      subject: { type: "campaign", id: String(campaign.id) },
      changes: changesBetween(auditedContent(before), auditedContent(after)),
    });
  },
});

const auditedKit = ({ updated_at: _, ...kit }: BrandKit) => kit;

/** The initial content of a campaign's banners: its owner's kit. */
export async function beginWithKit(
  tx: Transaction,
  campaign: { id: number; language: string | null },
  lang: Language,
  now: Date,
): Promise<void> {
  if (await findContent(tx, campaign.id)) return;
  await fillWithKit(tx, campaign.id, bannerLanguage(campaign.language, lang), now);
}

async function fillWithKit(tx: Transaction, campaignId: number, lang: Language, now: Date): Promise<boolean> {
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
