import type { ContentChange, CreativeForms } from "@litfass/contract/creatives/creative-content";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict, notFound } from "@litfass/platform/problem";
import { mayChangeContent } from "../campaign-access.ts";
import { listGroupsById } from "../library/group-sql.ts";
import type { CreativeServices } from "../services.ts";
import type { ContentRow } from "../tables.ts";
import { changeContent, contentHistoryOf } from "./content-history.ts";
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
    const { before, after } = await changeContent(tx, campaign, change, { lang: caller.lang, now: ctx.clock.now() });
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
