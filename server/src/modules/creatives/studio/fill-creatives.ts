import type { ContentChange, CreativeForms } from "@litfass/contract/creatives/creative-content";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { mayChangeContent } from "../campaign-access.ts";
import { listGroupsById } from "../library/group-sql.ts";
import type { CreativeServices } from "../services.ts";
import type { ContentRow } from "../tables.ts";
import { bannerLanguage } from "./banner-content.ts";
import { listImages } from "./campaign-image-sql.ts";
import { findContent, type SavedContent, saveContent } from "./content-sql.ts";
import { creativeForms } from "./creative-forms.ts";

type ContentTarget = { campaignId: number; group: string; creative?: string };

type Input = ContentTarget & { change: ContentChange };

/**
 * Saves the given content of a campaign for all formats at once (API-UCRE-008). The texts stay when the template
 * changes.
 * @throws 404 for an unknown group or creative, 409 once the campaign has ended, 422 for images of another campaign.
 */
export const fillCreatives = command({
  name: "creatives.fill_creatives",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { change, ...target } }: CommandCall<Input, CreativeServices>): Promise<CreativeForms> {
    const { tx } = ctx;
    const caller = callerOf(ctx.actor);
    const campaign = await ctx.services.campaignAccess.lock(tx, caller, target.campaignId);
    const [group] = await listGroupsById(tx, caller.uid, [target.group]);
    const creatives = group ? [...group.creatives, ...group.additional] : [];
    const isKnown = target.creative === undefined || creatives.some(({ uuid }) => uuid === target.creative);
    if (!group?.isActive || !isKnown) throw notFound();
    if (!mayChangeContent(campaign)) throw conflict("campaign_over");
    await checkPictures(tx, campaign.id, change);
    const before = await findContent(tx, campaign.id);
    const lang = bannerLanguage(campaign.language, before?.lang ?? caller.lang);
    await saveContent(tx, campaign.id, { ...valuesOf(change), lang, updatedAt: ctx.clock.now() });
    await ctx.audit.record({
      subject: { type: "campaign", id: String(campaign.id) },
      changes: changesBetween(auditedContent(before), auditedContent(await findContent(tx, campaign.id))),
    });
    return creativeForms(tx, caller, campaign, target.group);
  },
});

/** A campaign's content in the audit log. */
export const auditedContent = (row: ContentRow | null) => ({
  title: row?.title ?? null,
  description: row?.description ?? null,
  button_text: row?.buttonText ?? null,
  background_color: row?.backgroundColor ?? null,
  button_color: row?.buttonColor ?? null,
  font: row?.font ?? null,
  logo: row?.logoImage ?? null,
  // Crops have no plain value: the whole list marks one as changed.
  images: row ? JSON.stringify(row.images) : null,
});

async function checkPictures(tx: Transaction, campaignId: number, change: ContentChange): Promise<void> {
  const named = [...(change.logo ? [change.logo] : []), ...(change.images ?? []).map((image) => image.uuid)];
  const own = await listImages(tx, campaignId, named);
  const isOwn = (uuid: string): boolean => own.some((image) => image.uuid === uuid);
  if (change.logo && !isOwn(change.logo)) throw invalid({ logo: ["rule.oneOf"] });
  const foreign = (change.images ?? []).findIndex((image) => !isOwn(image.uuid));
  if (foreign >= 0) throw invalid({ [`images.${foreign}.uuid`]: ["rule.oneOf"] });
}

/** Strips line breaks, control characters and outer spaces; missing fields stay unchanged. */
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
